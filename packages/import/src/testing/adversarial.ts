import type { ImportFormat } from '../plan/plan.ts'

/** Texts of about this length that slow down a careless parser, for each format; the key describes how. */
export const adversarialTexts = (format: ImportFormat, chars: number): Map<string, string> => {
  const fill = (piece: string, head = '', tail = ''): string =>
    head + piece.repeat(Math.floor(chars / piece.length)) + tail
  const half = (piece: string): string => piece.repeat(Math.floor(chars / 2 / piece.length))
  const common = new Map([
    ['line ends', fill('\n')],
    ['carriage returns', fill('\r')],
    ['both line ends', fill('\r\n')],
    ['spaces', fill(' ')],
    ['spaces and a letter', fill(' ', '', 'x')],
    ['tabs', fill('\t')],
    ['lines of a space', fill(' \n')],
    ['double quotes', fill('"')],
    ['single quotes', fill("'")],
    ['one quote', fill('a', '"')],
    ['quoted words', fill('"a" ')],
    ['backslashes', fill('\\')],
    ['commas', fill(',')],
    ['semicolons', fill(';')],
    ['colons', fill(':')],
    ['hashes', fill('#')],
    ['dashes', fill('-')],
    ['list dashes', fill('- ')],
    ['question marks', fill('? ')],
    ['digits', fill('1')],
    ['one word', fill('a')],
    ['words', fill('a ')],
    ['entities', fill('&amp;')],
    ['ampersands', fill('&')],
    ['stars', fill('*a ')],
    ['byte order marks', fill('\uFEFF')],
    ['null characters', fill('\0')],
    ['line separators', fill('\u2028')],
    ['brackets', fill('[')],
    ['bracket pairs', fill('[]')],
    ['braces', fill('{')],
    ['parentheses', fill('(')],
    ['nesting', half('[') + half(']')],
  ])
  return new Map([...common, ...ofFormat[format](chars)])
}

type Generator = (chars: number) => [name: string, text: string][]

const lines = (chars: number, line: (index: number) => string, head = ''): string => {
  const all = [head]
  for (let length = 0, index = 0; length < chars; index += 1) {
    const next = line(index)
    all.push(next)
    length += next.length
  }
  return all.join('')
}

/** YAML in which `section` is a list of mappings. */
const yaml = (root: string, section: string, indent: string): Generator => {
  const head = `${root}${indent}${section}:\n`
  return (chars) => [
    ['many entries', lines(chars, (index) => `${indent}  - {name: n, slave: 1, address: ${index % 60_000}}\n`, head)],
    ['entries of one name', lines(chars, () => `${indent}  - {name: n, slave: 1, address: 7}\n`, head)],
    ['many units', lines(chars, (index) => `${indent}  - {name: n, slave: ${index}, address: 1}\n`, head)],
    ['many keys', lines(chars, (index) => `${indent}k${index}: 1\n`, head)],
    ['many sections', lines(chars, (index) => `s${index}:\n  - a\n`, head)],
    ['a long name', `${head}${indent}  - {name: "${'n'.repeat(chars)}", address: 1}\n`],
    ['a long number', `${head}${indent}  - {name: n, slave: 1, address: 1, scale: ${'1'.repeat(chars)}}\n`],
    ['a long duration', `${head}${indent}  - {name: n, slave: 1, scan_interval: ${'1'.repeat(chars)}x}\n`],
    ['deep mappings', `${head}${lines(chars, (index) => `${' '.repeat(Math.min(index, 400) + 8)}a:\n`)}`],
    [
      'aliases far from their anchor',
      lines(chars, (index) => (index < 999 ? `b${index}: *a\n` : `c${index}: 1\n`), `a: &a x\n${head}`),
    ],
    [
      'aliases far behind',
      lines(chars, (index) => `c${index}: 1\n`, `${head}a: &a x\n`) + lines(9000, () => 'b: *a\n'),
    ],
    ['many anchors', lines(chars, (index) => `k${index}: &a${index} 1\n`, head)],
    [
      'aliases that multiply',
      `${head}${lines(2000, (index) => `a${index}: &a${index} [${Array.from({ length: 9 }, () => (index === 0 ? 'x' : `*a${index - 1}`)).join(', ')}]\n`)}`,
    ],
    [
      'merges that multiply',
      `${head}${lines(2000, (index) => `a${index}: &a${index} {<<: [${Array.from({ length: 9 }, () => (index === 0 ? '{x: 1}' : `*a${index - 1}`)).join(', ')}]}\n`)}`,
    ],
    [
      'a merge of many keys',
      `${lines(chars, (index) => `  k${index}: 1\n`, 'a: &a\n')}${root}${indent}<<: *a\n${indent}${section}: []\n`,
    ],
    [
      'entries that merge many keys',
      `${lines(chars / 2, (index) => `  k${index}: 1\n`, 'a: &a\n')}${head}${lines(20_000, (index) => `${indent}  - {<<: *a, name: n, slave: 1, address: ${index}}\n`)}`,
    ],
    [
      'long names by alias',
      `n: &n "${'n'.repeat(chars)}"\n${head}${lines(20_000, (index) => `${indent}  - {name: *n, slave: 1, address: ${index}}\n`)}`,
    ],
    ['tags', lines(chars, () => '!a ', head)],
    ['documents', lines(chars, () => '---\n')],
    ['directives', lines(chars, () => '%A\n')],
    ['block texts', lines(chars, () => 'a: |\n\n', head)],
    ['folded lines', lines(chars, () => ' a\n\n', `${head}a: >\n`)],
    ['flow keys', lines(chars, () => '? {', head)],
  ]
}

const table: (heading: string) => Generator = (heading) => {
  const row = heading.split(',')
  return (chars) => [
    ['many rows', lines(chars, (index) => `n,${index % 9999}\n`, `${heading}\n`)],
    ['rows of one name', lines(Math.min(chars, 80_000), (index) => `n,${index}\n`, `${heading}\n`)],
    ['many units', lines(chars, (index) => `n,1,${index}\n`, `${heading},unit id\n`)],
    ['many columns', lines(chars, (index) => `h${index},`, `${heading},`)],
    ['a heading of brackets', `${row.join(',')},"${'('.repeat(chars)}\n"\nn,1,1\n`],
    ['a heading of spaces', `${row.join(',')},"${' '.repeat(chars)}x"\nn,1,1\n`],
    ['a long address', `${heading}\nn,${'1'.repeat(chars)}\n`],
    ['a long hexadecimal address', `${heading}\nn,0x${'1'.repeat(chars)}\n`],
    ['a long scale', `${heading},scale\nn,1,${'1'.repeat(chars)}x\n`],
    ['a fraction as scale', `${heading},scale\nn,1,1${' '.repeat(chars)}/ 3\n`],
    [
      'long words',
      `${heading},type,enum,writable\nn,1,${'16'.repeat(chars / 2)},${'0=a;'.repeat(chars / 4)},${'r'.repeat(chars)}\n`,
    ],
    ['labels of backslashes', `${heading},enum\nn,1,${'\\'.repeat(chars)}\n`],
    ['invalid values', `${heading},nan\nn,1,${'1 '.repeat(chars / 2)}\n`],
    ['apostrophes', `${heading}\n${"'".repeat(chars)},1\n`],
    ['cells of quotes', lines(chars, () => '"""",', heading)],
  ]
}

const toml: Generator = (chars) => {
  const head = '[[inputs.modbus]]\ncontroller = "tcp://192.0.2.1:502"\nslave_id = 1\n'
  const request = `${head}configuration_type = "request"\n[[inputs.modbus.request]]\nslave_id = 1\n`
  return [
    ['many plugins', lines(chars, (index) => `[[inputs.modbus]]\nslave_id = ${index}\ncontroller = "tcp://h:502"\n`)],
    ['many sections', lines(chars, (index) => `[inputs.s${index}]\n`, head)],
    ['many keys', lines(chars, (index) => `k${index} = 1\n`, head)],
    ['dotted keys', lines(chars, () => 'a.', head)],
    ['one dotted key', `${head}${'a.'.repeat(chars / 2)}a = 1\n`],
    ['nested tables', lines(chars, () => '{a=', `${head}a = `)],
    ['nested lists', lines(chars, () => '[', `${head}a = `)],
    ['a long text', `${head}a = "${'a'.repeat(chars)}\n`],
    ['long texts of several lines', `${head}a = """${'"" '.repeat(chars / 3)}\n`],
    ['escapes', `${head}a = "${'\\u00e9'.repeat(chars / 6)}"\n`],
    ['a long number', `${head}a = ${'1'.repeat(chars)}\n`],
    ['a long number with lines', `${head}a = ${'1_'.repeat(chars / 2)}1\n`],
    ['a long duration', `${head}timeout = "${'1'.repeat(chars)}x"\n`],
    ['comments', lines(chars, () => '#\n', head)],
    [
      'many fields',
      lines(chars, (index) => `{name="n", address=${index % 60_000}, type="UINT16"},\n`, `${request}fields = [`) + ']',
    ],
    [
      'fields of one name',
      lines(80_000, (index) => `{name="n", address=${index}, type="UINT16"},\n`, `${request}fields = [`) + ']',
    ],
    [
      'many requests',
      lines(
        chars,
        (index) => `[[inputs.modbus.request]]\nslave_id = ${index}\nfields = [{name="n", address=1, type="UINT16"}]\n`,
        head,
      ),
    ],
    [
      'many addresses',
      `${head}holding_registers = [{name="n", address=[${Array.from({ length: chars / 6 }, (_, index) => index).join()}]}]\n`,
    ],
    ['section heads of spaces', lines(chars, () => `[[${' '.repeat(50)}\n`)],
  ]
}

const thingsBoard: Generator = (chars) => {
  const slave = (rest: string): string => `{"master":{"slaves":[{"host":"h","unitId":1,"deviceName":"d",${rest}}]}}`
  return [
    ['many slaves', `{"master":{"slaves":[${lines(chars, (index) => `{"host":"h","unitId":${index}},`)}{}]}}`],
    [
      'many entries',
      slave(
        `"timeseries":[${lines(chars, (index) => `{"tag":"n","type":"16uint","functionCode":3,"address":${index % 60_000}},`)}{}]`,
      ),
    ],
    [
      'many bits',
      slave(
        `"timeseries":[${lines(chars, () => '{"type":"bits","functionCode":1,"objectsCount":2000,"address":1},')}{}]`,
      ),
    ],
    [
      'many written entries',
      slave(
        `"rpc":{${lines(chars, (index) => `"k${index}":{"type":"16uint","functionCode":6,"address":${index % 60_000}},`)}"k":{}}`,
      ),
    ],
    ['many keys', slave(lines(chars, (index) => `"k${index}":1,`) + '"z":1')],
    ['a long number', slave(`"timeseries":[{"type":"16uint","functionCode":3,"multiplier":${'1'.repeat(chars)}}]`)],
    ['a long divider', slave(`"timeseries":[{"type":"16uint","functionCode":3,"divider":"1${'0'.repeat(chars)}"}]`)],
    ['names of sections', `{"slaves":1,"unitId":1,${'"slaves" '.repeat(chars / 9)}`],
    ['deep objects', '{"unitId":1,"slaves":'.repeat(chars / 21)],
  ]
}

const ofFormat: Readonly<Record<ImportFormat, Generator>> = {
  spreadsheet: table('name,address'),
  kepware: (chars) =>
    table('Tag Name,Address,Client Access')(chars).map(([name, text]) => [name, text.replace('name,', 'Tag Name,')]),
  'home-assistant': yaml('modbus:\n- name: h\n  type: tcp\n  host: 192.0.2.1\n', 'sensors', '  '),
  esphome: (chars) => [
    ...yaml('modbus_controller:\n- id: c\n  address: 1\n', 'sensor', '')(chars),
    ['many controllers', lines(chars, (index) => `- id: c${index}\n  address: 1\n`, 'modbus_controller:\n')],
    [
      'controllers and many components',
      `${lines(10_000, (index) => `- id: c${index}\n  address: 1\n`, 'modbus_controller:\n')}${lines(chars, (index) => `- {platform: modbus_controller, modbus_controller_id: c1, address: ${index}}\n`, 'sensor:\n')}`,
    ],
    [
      'substitutions',
      `modbus_controller:\n- id: ${'$a'.repeat(chars / 4)}\n  address: 1\nsubstitutions:\n  a: ${'b'.repeat(chars / 2)}\n`,
    ],
    [
      'open substitutions',
      `modbus_controller:\n- id: "${'${a'.repeat(chars / 3)}"\n  address: 1\nsubstitutions:\n  a: b\n`,
    ],
  ],
  telegraf: toml,
  thingsboard: thingsBoard,
}
