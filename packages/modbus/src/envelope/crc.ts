const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 of Modbus RTU over `bytes[start, end)`. */
export const crc16 = (bytes: Uint8Array, start: number, end: number): number => {
  let crc = 0xffff
  for (let i = start; i < end; i += 1) crc = (crc >> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0)
  return crc
}
