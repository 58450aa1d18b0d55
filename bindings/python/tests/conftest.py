"""What the tests share."""
# SPDX-License-Identifier: MIT

import hypothesis

hypothesis.settings.register_profile("usual", max_examples=25, deadline=None, derandomize=True)
hypothesis.settings.register_profile("long", max_examples=400, deadline=None)
hypothesis.settings.load_profile("usual")
