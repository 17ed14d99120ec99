// Lists lines with banned wording: `npm run wording -- AREA [PART-OF-PATH]`. Without an area it prints the count of each.
import { textOf, wording } from './wording.ts'

const [area, part = ''] = process.argv.slice(2)
const isArea = (name: string | undefined): name is keyof typeof wording => name !== undefined && name in wording

if (isArea(area)) {
  for (const hit of wording[area]()) if (hit.file.includes(part)) console.log(textOf(hit))
} else {
  for (const [name, hits] of Object.entries(wording)) console.log(`${name}: ${hits().length}`)
}
