import { signOut } from "next-auth/react";

/** Signs out. A whole new page then: nothing that was read stays in memory. */
export async function leaveSession(): Promise<void> {
  await signOut({ redirect: false });
  window.location.assign("/sign-in");
}
