"""Half-seen games: what the cards that nobody wrote down can have been.

:mod:`.happenings` reads a deal into what came into each packet and what left it, each with its place; everything else here
asks about that list: whether any deal of the cards makes it possible, which of its lines clash, what a player can hold.
"""
