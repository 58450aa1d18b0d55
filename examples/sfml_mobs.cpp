// With SFML: mobs in a window, red while they intersect, and the tree's cells. The mouse buttons add and remove mobs.
// SPDX-License-Identifier: MIT
// Prints: 200 mobs in the end
#include <SFML/Graphics.hpp>
#include <cstdio>
#include <quadrille/quadtree.hpp>
using sf::Color;

// [convert
quadrille::box<float> box_of(const sf::FloatRect& area) {
    return quadrille::box_from_corner<float>({area.left, area.top}, {area.width, area.height});
}
sf::FloatRect rect_of(const quadrille::box<float>& area) {
    return {area.min.x, area.min.y, area.max.x - area.min.x, area.max.y - area.min.y};
}
// convert]

void paint(sf::RenderTarget& target, const quadrille::box<float>& area, Color color) {
    sf::RectangleShape shape({rect_of(area).width - 1, rect_of(area).height - 1});
    shape.setPosition(area.min.x, area.min.y);
    shape.setFillColor(color);
    target.draw(shape);
}

int main(int argc, char** argv) { // with an argument [SCREENSHOT.png], ends after 30 frames
    sf::RenderWindow window({800, 600}, "quadrille");
    // [world
    quadrille::quadtree<sf::Vector2f> world({.leaf_capacity = 8}); // a box and a speed for each mob
    for (int n = 0; n < 200; ++n) {
        const sf::FloatRect area(float(n % 20 * 36 + 30), float(n / 20 * 55 + n % 20 * 2), 16, 12);
        world.insert(box_of(area), sf::Vector2f(float(n % 3 - 1), float(n % 7 - 3)));
    }
    for (int frame = 0; window.isOpen() && (argc < 2 || frame < 30); ++frame) {
        for (sf::Event event; window.pollEvent(event);) {
            const sf::Vector2f at(sf::Mouse::getPosition(window));
            if (event.type == sf::Event::MouseButtonPressed && event.mouseButton.button == sf::Mouse::Left) {
                world.insert(box_of({at, {16, 12}}), sf::Vector2f(0, 1));
            } else if (event.type == sf::Event::MouseButtonPressed) {
                world.erase_if([&](auto hit) { return rect_of(hit.shape()).contains(at); });
            } else if (event.type == sf::Event::Closed) {
                window.close();
            }
        }
        world.sync([](auto hit) {
            return box_of(sf::Transform().translate(hit.value()).transformRect(rect_of(hit.shape())));
        });
        window.clear(Color::Blue);
        world.cells([&](const auto& cell) { paint(window, cell.square, cell.is_leaf ? Color::Black : Color::Blue); });
        world.each(
            [&](auto hit) { paint(window, hit.shape(), world.count(hit.shape()) > 1 ? Color::Red : Color::Cyan); });
        window.display();
    }
    // world]
    sf::Texture picture;
    picture.create(800, 600);
    picture.update(window);
    std::printf("%u mobs in the end\n", world.size());
    return argc < 2 || picture.copyToImage().saveToFile(argv[1]) ? 0 : 1;
}
