// The player: asks the engine for frames, the next one when the last has come, at most sixty times a second.
// SPDX-License-Identifier: MIT
import type { State } from './address';
import { sideOfPanes } from './address';
import type { Link } from './link';
import type { Area } from './protocol';
import { scenes } from './scenes';
import type { View } from './view';

export class Player {
  private isStale = true; // the picture is not what the engine would send now
  private steps = 0; // ticks to make while paused
  private lastTick = 0;

  constructor(private readonly link: Link, private readonly view: View, private readonly state: () => State) {
    const turn = (now: number): void => {
      requestAnimationFrame(turn);
      this.turn(now);
    };
    requestAnimationFrame(turn);
  }

  /** A frame is wanted, also where nothing moves. */
  refresh(): void { this.isStale = true; }

  step(): void { ++this.steps; }

  private turn(now: number): void {
    if (this.view.side === 0 || this.link.isBusy || document.hidden) {
      return;
    }
    const { paused, cells, bounds } = this.state();
    const isDue = now - this.lastTick > 1000 / 60 - 4;
    const ticks = paused ? this.steps : isDue ? 1 : 0;
    if (ticks > 0 || this.isStale) {
      this.isStale = false;
      this.steps = 0;
      this.lastTick = ticks > 0 ? now : this.lastTick;
      const { camera, painters, tile } = this.view;
      this.link.askFrame(ticks, {
        area: camera.area, cells, bounds, most: painters.present.most, tile, force: hasForce(this.state()), pane: this.pane(),
      });
    }
  }

  private pane(): Area | undefined {
    const { kind, pane } = this.state();
    return kind === 'overview' ? pane.map((part) => (part * this.view.side) / sideOfPanes) as Area : undefined;
  }
}

/** Whether brute force answers beside the tree. */
export function hasForce({ kind, force }: State): boolean {
  const how = scenes[kind].force;
  return how === 'always' || (how === 'switch' && force);
}
