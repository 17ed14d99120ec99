/** Five ovens, units 1 to 5, with the requests sent to them. */
export const units = [1, 2, 3, 4, 5]
export const read = { fn: 3, address: 0, count: 2 } as const
export const site = {
  id: 'line',
  name: 'Line',
  envelope: 'rtu' as const,
  devices: units.map((unit) => ({ unit, sku: 'thermo', name: `Oven ${unit}` })),
}

const bitsPerCharacter = 11
const [askBytes, answerBytes] = [8, 9]

/** RTU timing at this speed by the standard. */
export const timesOf = (baudRate: number) => {
  const characterMs = (bitsPerCharacter * 1000) / baudRate
  const quietMs = baudRate > 19_200 ? 1.75 : 3.5 * characterMs
  return { quietMs, askMs: askBytes * characterMs, answerMs: answerBytes * characterMs }
}

/** Two frames and two silences. */
export const exchangesPerSec = (baudRate: number): number => {
  const { quietMs, askMs, answerMs } = timesOf(baudRate)
  return 1000 / (askMs + answerMs + 2 * quietMs)
}
