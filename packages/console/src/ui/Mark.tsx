/** The sluice gate: two posts, the gate between them, the water below. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      style={{ width: size, height: size }}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d="M3.5 2v16M16.5 2v16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M6.5 3h7v7.5h-7z" fill="currentColor" />
      <path
        d="M6 14.2c1.3-1 2.7-1 4 0s2.7 1 4 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
