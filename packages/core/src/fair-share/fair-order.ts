/** A place in line, kept by whoever waits: a lane, a tenant. */
export interface Place {
  /** The number of the last permit served here, or of the first time it asked; 0: it never asked. */
  turn: number;
}

/**
 * Whose turn it is: who was served longest ago comes first, and who has just come comes last. The numbers stay with those
 * who wait, so a lane that does not ask for a while (it was refused and is offered again later) keeps its place, and one
 * that rested for long is ahead of the others once and not more often.
 *
 * This is deficit round robin (Shreedhar and Varghese, 1995) where each permit costs one and the quantum is one: no
 * deficit outlives a turn, and what remains of it is the order.
 */
export class FairOrder {
  #last = 0;

  /** Those who ask now, in the order of their turns. Newcomers come behind everybody, in the order in which they are named. Costs n · log n. */
  line<Asking>(asking: Iterable<Asking>, placeOf: (one: Asking) => Place): Asking[] {
    const line = [...asking];
    for (const one of line) {
      const place = placeOf(one);
      if (place.turn === 0) place.turn = ++this.#last;
    }
    return line.length < 2 ? line : line.sort((a, b) => placeOf(a).turn - placeOf(b).turn);
  }

  /** A permit was granted: each of these goes behind everybody. */
  served(...places: readonly Place[]): void {
    this.#last++;
    for (const place of places) place.turn = this.#last;
  }
}
