/** A call that waits until whoever made it has confirmed who they are. */
interface Confirmation {
  /** Why it is asked for. */
  why: string;
  answered: Promise<boolean>;
  answer: (isConfirmed: boolean) => void;
}

let open: Confirmation | undefined;
const listeners = new Set<() => void>();

function change(next: Confirmation | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks whoever sits at the page to confirm who they are; calls that need it at the same time wait for one answer. @returns whether they did */
export function askToConfirm(why: string): Promise<boolean> {
  if (open) return open.answered;
  let settle: (isConfirmed: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const answer = (isConfirmed: boolean) => {
    change(undefined);
    settle(isConfirmed);
  };
  change({ why, answered, answer });
  return answered;
}

/** What is asked for at present. */
export const currentConfirmation = (): Confirmation | undefined => open;

export function onConfirmationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
