/** Headers as they were sent or received; never interpreted. */
export function HeaderList({ headers, what }: { headers: readonly (readonly [name: string, value: string])[]; what: string }) {
  if (headers.length === 0) return <p className="text-muted text-sm">None were kept.</p>;
  return (
    <dl aria-label={what} className="overflow-hidden rounded-md border bg-canvas font-mono text-xs leading-5">
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list never changes
        <div key={index} className="grid grid-cols-1 gap-x-4 px-3 py-1 sm:grid-cols-[12rem_minmax(0,1fr)] [&:not(:first-child)]:border-t">
          <dt className="break-all text-muted">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
