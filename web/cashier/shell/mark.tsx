/** The mark of the product: a torn receipt and the arc that gives back. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none' }}>
      <path
        d="M6 3h20v26l-3.3-2.2L19.4 29 16 26.8 12.6 29l-3.3-2.2L6 29z"
        fill="var(--v-primary)"
      />
      <g
        fill="none"
        stroke="var(--till-mark-arc)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M11 13a6 6 0 1 1 1.6 6" />
        <path d="M10.2 8.6l.6 4.8 4.6-1" />
      </g>
    </svg>
  )
}
