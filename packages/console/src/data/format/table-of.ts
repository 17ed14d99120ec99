/** Rows and cells of what a spreadsheet saves or copies: comma, semicolon or tab, whichever the first line has most of. */
export const tableOf = (text: string): string[][] => {
  const [head = ''] = text.split(/\r?\n/)
  const delimiter = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
  const rows: string[][] = [[]]
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\r\n"]*))(${delimiter}|\r?\n|$)`, 'gy')
  const body = text.replace(/^\uFEFF/, '')
  for (const [whole, quoted, bare = '', end = ''] of body.matchAll(cells)) {
    if (whole === '' && rows.at(-1)?.length === 0) break
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    if (end === '') break
    if (end !== delimiter) rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}
