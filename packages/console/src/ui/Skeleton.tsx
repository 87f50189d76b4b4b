/** Lines in the final shape of what is loading; nothing shows for the first 300 ms. */
export function SkeletonLines({ count = 12 }: { readonly count?: number }) {
  return (
    <div className="stack pad delayed" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
        <span key={index} className="skeleton" style={{ width: `${55 + ((index * 29) % 40)}%` }} />
      ))}
    </div>
  );
}

/** Rows of a table that is loading. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <div className="panel delayed" aria-busy="true">
      <div className="skeleton-head" />
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows
        <div key={index} className="skeleton-row">
          <span className="skeleton" style={{ width: `${18 + ((index * 17) % 14)}%` }} />
          <span className="skeleton" style={{ width: '12%' }} />
          <span className="skeleton" style={{ width: '8%', marginLeft: 'auto' }} />
        </div>
      ))}
    </div>
  );
}
