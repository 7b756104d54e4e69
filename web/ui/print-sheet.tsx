/** A sheet that is on the page only while it is printed, and the QR that stands on such sheets. */
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { encode } from 'uqr'

type Props = { className: string | undefined; onPrinted: () => void; children: ReactNode }

/** Opens the browser's print dialog as soon as it is there. */
export function PrintSheet({ className, onPrinted, children }: Props) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted)
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <section className={className} data-print>
      {children}
    </section>,
    document.body,
  )
}

type QrProps = { className: string | undefined; text: string; label: string }

/** Always black on white with its quiet zone, in the dark theme too. */
export function Qr({ className, text, label }: QrProps) {
  const { data, size } = encode(text, { border: 4 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
