/** A line of members who take turns. */
export interface Group<Member> {
  readonly members: readonly Member[];
}

/**
 * Deals permits in turns: one to each group in line, to the member whose turn it is in the group, until nobody can take
 * more. `serve` grants one permit and says true, or says false: then the member is out of this deal.
 * Costs one step per permit dealt plus one per member.
 */
export function deal<Member>(groups: readonly Group<Member>[], serve: (member: Member) => boolean): void {
  // Lines only grow at the end; an index walks them, since taking from the front of an array costs its length.
  const line = groups.map(({ members }) => ({ members: [...members], next: 0 }));
  for (let turn = 0; turn < line.length; turn++) {
    const group = line[turn] as (typeof line)[number];
    while (group.next < group.members.length) {
      const member = group.members[group.next++] as Member;
      if (!serve(member)) continue;
      group.members.push(member);
      line.push(group);
      break;
    }
  }
}
