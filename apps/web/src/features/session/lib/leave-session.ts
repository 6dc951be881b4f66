/** Signs out. A whole new page then: nothing that was read stays in memory. */
export async function leaveSession(): Promise<void> {
  const { signOut } = await import("next-auth/react"); // needed once, at the end
  await signOut({ redirect: false });
  window.location.assign("/sign-in");
}
