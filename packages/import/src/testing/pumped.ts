import { strToU8, zipSync } from 'fflate'
import type { ImportFormat } from '../plan/plan.ts'

/** Input of a parser: heads that lead deep into it, and pieces that have a meaning there. `§` becomes the count of the repetition. */
export interface Grammar {
  heads: readonly string[]
  pieces: readonly string[]
}

/** Two parts of a text: what the first one has makes each repetition of the second one expensive. */
export interface Pump {
  head: string
  /** Each is repeated until it has its half of the text. */
  parts: readonly [readonly string[], readonly string[]]
  middle: string
  tail: string
}

/** A text of about so many characters. */
export const pumped = ({ head, parts: [first, second], middle, tail }: Pump, chars: number): string =>
  [head, ...repeated(first, chars / 2), middle, ...repeated(second, chars / 2), tail].join('')

const repeated = (pieces: readonly string[], chars: number): string[] => {
  const unit = pieces.join('')
  const all: string[] = []
  for (let length = 0, count = 0; length < chars; count += 1) {
    const piece = unit.replaceAll('§', String(count))
    all.push(piece)
    length += piece.length
  }
  return all
}

/** Heads and pieces of two grammars together. */
const extended = (grammar: Grammar, heads: readonly string[], pieces: readonly string[]): Grammar => ({
  heads: [...heads, ...grammar.heads],
  pieces: [...pieces, ...grammar.pieces],
})

const signs = [' ', '\n', '\r\n', '"', "'", ',', ':', '1', 'a', '\\', '§', '§\n']
const table: Grammar = {
  heads: ['', '"'],
  pieces: [...signs, ';', '\t', '""', '0x', '(', '=', '-', '0=a;', 'Name', 'n,§\n', 'n§,7,u16\n', 'n,"7\n"\n', '1/3,'],
}
const yaml: Grammar = {
  heads: ['', '{', '[', '"', 'a: &a x\n'],
  pieces: [
    ...signs,
    '- ',
    '  ',
    ': ',
    '{',
    '}',
    '[',
    ']',
    '|\n',
    '>\n',
    '#',
    '? ',
    '---\n',
    '...\n',
    '%',
    '!a ',
    '~',
    '\t',
    '&a ',
    '&a§ ',
    '*a',
    '*a§',
    '<<: *a\n',
    'k§: 1\n',
    '    - {name: n§, slave: 1, address: §}\n',
    '    - name: n\n      slave: §\n',
    '      address: 1\n',
    '      scale: 0.1\n',
  ],
}
const toml: Grammar = {
  heads: ['', 'a = [', 'a = """', '[[inputs.modbus]]\ncontroller = "tcp://192.0.2.1:502"\nslave_id = 1\n'],
  pieces: [
    ...signs,
    '[',
    ']',
    '[[',
    ']]',
    '=',
    '"""',
    "'''",
    '#',
    '{',
    '}',
    '.',
    '_',
    'a = 1\n',
    'k§ = 1\n',
    'a.',
    '"a".',
    '[[inputs.modbus]]\n',
    '[[inputs.modbus.request]]\n',
    'slave_id = §\n',
    '[t§]\n',
    'fields = [\n',
    '{name="n§", address=§, type="UINT16"},\n',
    'holding_registers = [',
    '2026-01-01T00:00:00Z',
    '0x',
    '1_',
  ],
}
const json: Grammar = {
  heads: ['', '[', '{"a":', '{"master":{"slaves":[{"host":"h","unitId":1,"deviceName":"d","timeseries":['],
  pieces: [
    ...signs,
    '{',
    '}',
    '[',
    ']',
    '\\u',
    '"a":',
    '"k§":1,',
    '{"tag":"n§","type":"16uint","functionCode":3,"address":§},',
    '{"host":"h","unitId":§,"deviceName":"d§"},',
    '"timeseries":[',
    '"slaves":[',
    '{},',
    '[],',
    'true,',
    '1e',
  ],
}

export const grammars: Readonly<Record<ImportFormat, Grammar>> = {
  spreadsheet: extended(
    table,
    ['Name,Address\n', 'Name,Address,Unit ID,Type,Scale,Enum,Writable\n', 'Name;Address\n'],
    [],
  ),
  kepware: extended(
    table,
    ['Tag Name,Address,Data Type,Client Access\n'],
    ['T.n§,40001,Word,R/W\n', 'G.', 'n§,400§,Float,RO\n'],
  ),
  'home-assistant': extended(
    yaml,
    ['modbus:\n- name: h\n  type: tcp\n  host: 192.0.2.1\n  sensors:\n'],
    ['  switches:\n'],
  ),
  esphome: extended(
    yaml,
    [
      'modbus_controller:\n- id: c\n  address: 1\nsensor:\n',
      'modbus_controller:\n',
      'substitutions:\n  a: b\nsensor:\n',
    ],
    [
      '- {platform: modbus_controller, modbus_controller_id: c, address: §, name: n§}\n',
      '${a}',
      '$a',
      '${',
      '- id: c§\n',
    ],
  ),
  telegraf: toml,
  thingsboard: json,
}

export const readingsGrammars = {
  csv: extended(table, ['', '\n', 'value,name\n'], ['1\n', '1,2\n', 'a,', 'a§,', '"",', '"a",', '1,n§,2\n']),
  protocol: {
    heads: ['', 'm ', 'm,t=1 ', 'm,t=', 'm v="'],
    pieces: [' ', ',', '=', '"', '\\', '\\ ', '\\"', '1', '1i', 'a', 'a§=1,', 'a=1,', 'm,t=§ a=1 §\n', '\n', '#', '-'],
  },
}

const xmlPieces = [
  '<',
  '>',
  '/',
  '"',
  "'",
  '=',
  ' ',
  '&',
  '&amp;',
  '&#x41;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?',
  '?>',
  '<!DOCTYPE',

  '<row>',
  '<row r="§">',
  '</row>',
  '<c>',
  '<c r="A§">',
  '<c t="s"><v>§</v></c>',
  '</c>',
  '<v>',
  '</v>',
  '1',
  'a',
  'a="b" ',

  '<si><t>a§</t></si>',
  '<si>',
  '<t>',
  '</t>',
  '<rPh>',
  '<x:a xmlns:x="u">',
  '</x:a>',
  'xmlns:n§="u" ',
  '<sheet name="S§" r:id="r1"/>',
  '<Relationship Id="r§" Target="worksheets/sheet1.xml"/>',
  '<c><v>1</v></c>',
  '\n',
]

/** The parts of a workbook, each of which can be the one that is large. */
export const workbookParts: Readonly<Record<string, Grammar>> = {
  'xl/workbook.xml': { heads: ['<workbook><sheets>'], pieces: xmlPieces },
  'xl/_rels/workbook.xml.rels': { heads: ['<Relationships>'], pieces: xmlPieces },
  'xl/sharedStrings.xml': { heads: ['<sst>', '<sst><si><t>'], pieces: xmlPieces },
  'xl/worksheets/sheet1.xml': {
    heads: ['<worksheet><sheetData>', '<worksheet><sheetData><row r="1">'],
    pieces: xmlPieces,
  },
}

/** A workbook of one sheet, of which one part has the text. */
export const workbookWith = (path: string, text: string): Uint8Array => {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>Name</t></si><si><t>Address</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData></worksheet>',
    [path]: text,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])), { level: 1 })
}
