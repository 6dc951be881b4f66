/** Three lanes; the middle one is hooked back and goes on. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path d="M4 8h15" stroke="currentColor" strokeWidth="3" strokeLinecap="round" opacity="0.45" />
      <path d="M4 24h15" stroke="currentColor" strokeWidth="3" strokeLinecap="round" opacity="0.45" />
      <path d="M4 16h18a5 5 0 1 0-5-5" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path d="M24.5 20.5 28 24l-3.5 3.5" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
