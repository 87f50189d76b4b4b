/** Shape and colour of a state; the word stands beside it (`StatusTag`, `StatusText`). */
export type Tone = 'ok' | 'warn' | 'bad' | 'off' | 'info';
export type Shape = 'disc' | 'triangle' | 'diamond' | 'half' | 'ring' | 'dash' | 'square' | 'tick' | 'cross';

const FILL = { fill: 'currentColor' } as const;
const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.9,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function drawing(shape: Shape) {
  switch (shape) {
    case 'disc':
      return <circle cx="5" cy="5" r="4.2" {...FILL} />;
    case 'triangle':
      return <path d="M5 .8 9.6 9H.4z" {...FILL} />;
    case 'diamond':
      return <path d="M5 .4 9.6 5 5 9.6.4 5z" {...FILL} />;
    case 'half':
      return (
        <>
          <circle cx="5" cy="5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.4" />
          <path d="M5 1.300a3.700 3.700 0 0 0 0 7.400z" {...FILL} />
        </>
      );
    case 'ring':
      return <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />;
    case 'dash':
      return <path d="M1 5h8" {...LINE} strokeWidth={1.6} />;
    case 'square':
      return <rect x="1" y="1" width="8" height="8" rx="1" {...FILL} />;
    case 'tick':
      return <path d="m1 5.3 2.7 2.7L9 1.9" {...LINE} />;
    case 'cross':
      return <path d="m1.7 1.7 6.6 6.6M8.3 1.7 1.7 8.3" {...LINE} />;
  }
}

export function Glyph({ shape, tone }: { readonly shape: Shape; readonly tone: Tone }) {
  return (
    <svg className="glyph" data-status={tone} viewBox="0 0 10 10" aria-hidden="true">
      {drawing(shape)}
    </svg>
  );
}
