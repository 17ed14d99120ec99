/** Reads the metrics of a service by name. */
export const readMetrics = async (serviceUrl: string): Promise<Record<string, number>> => {
  const text = await (await fetch(new URL('/metrics', serviceUrl))).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}
