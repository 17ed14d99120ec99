import { encode } from 'uqr'

/** Light modules around a code. Without them, cameras do not find it. */
const quietZone = 4
/** Larger codes cannot be read from a phone: version 15 is 77 modules wide and contains at most 520 bytes. */
const versionMax = 15

/**
 * Returns a QR code as an SVG path of its dark modules in a square view box; null for a text that is too long. It is drawn dark on white in
 * every theme, because cameras expect that.
 */
export const qrDrawing = (text: string): { readonly size: number; readonly path: string } | null => {
  try {
    const { data, size } = encode(text, { ecc: 'L', border: quietZone, maxVersion: versionMax })
    const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size, path: path.join('') }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
