import { type ReactNode, useMemo } from 'react'
import { qrCode } from './qr-code.rules.ts'

/** Light around it, so that it is found. */
const quiet = 4

/** A QR code, dark on white in every theme: cameras do not take it the other way round. Nothing for a text that is too long. */
export const QrCode = ({ text, label }: { text: string; label: string }): ReactNode => {
  const cells = useMemo(() => qrCode(text), [text])
  if (cells === null) return null
  const size = cells.length + 2 * quiet
  const path = cells
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-part"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
