import { strToU8, zipSync } from 'fflate'

const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`

/** A workbook that lists its only sheet many times. Its small file unpacks to 28 bytes for each time. */
export const repeatedSheet = (count: number): Uint8Array =>
  zipSync({
    'xl/workbook.xml': strToU8(`<workbook><sheets>${'<sheet name="S" r:id="r1"/>'.repeat(count)}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${row(1, ['Name', 'Address'])}${row(2, ['U', '7'])}</sheetData></worksheet>`,
    ),
  })
