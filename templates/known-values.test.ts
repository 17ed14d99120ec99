import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeValue } from '@busbar/modbus'
import { templates } from './index.ts'

/** Registers as real devices sent them, published with the values that they mean. */
const published: [source: string, sku: string, rows: [label: string, words: number[], text: string][]][] = [
  [
    'Tasmota, answer of a PZEM-004T v3 in its driver',
    'pzem-004t',
    [
      ['U', [0x08d1], '225.7'],
      ['I', [0x006c, 0x0000], '0.108'],
      ['P', [0x00f4, 0x0000], '24.4'],
      ['E_imp', [0x0026, 0x0000], '0.038'],
      ['F', [0x01f4], '50'],
      ['PF', [0x0064], '1'],
      ['alarm', [0x0000], '0'],
    ],
  ],
  [
    'Tasmota and ESPHome, answer of a PZEM-017 in their drivers',
    'pzem-017',
    [
      ['U', [0x0540], '13.44'],
      ['I', [0x000a], '0.1'],
      ['P', [0x000d, 0x0000], '1.3'],
      ['E', [0x0002, 0x0000], '0.002'],
    ],
  ],
  ['Tasmota, answer of an SDM120 in its driver', 'eastron-sdm120', [['U', [0x4366, 0x3334], '230.2']]],
  [
    'Tasmota, answers of an LE-01MR in its driver',
    'fif-le-01mr',
    [
      ['U', [0x5b02], '232.98'],
      ['PF', [0x03e8], '1'],
      ['I', [0x0000, 0x0072], '0.114'],
      ['EQ_total', [0x0000, 0x00b0], '1.76'],
    ],
  ],
  [
    'XY-MD02 manual, examples of temperature and humidity',
    'xy-md02',
    [
      ['T', [0x0131], '30.5'],
      ['T', [0xff33], '-20.5'],
      ['RH', [0x0222], '54.6'],
    ],
  ],
  ['2smart modbus bridge, example of a WP3082ADAM', 'wellpro-wp3082', [['AI1', [0x09ce], '12.26']]],
  ['2smart modbus bridge, example of a WP3084ADAM', 'wellpro-wp3084', [['AI1', [0x05af], '3.55']]],
  [
    'acpiccolo R4DCB08-Temperature-Collector, tests',
    'eletechsup-r4dcb08',
    [
      ['T1', [219], '21.9'],
      ['T1', [65_424], '-11.2'],
      ['T1', [0x8000], '-3276.8'],
    ],
  ],
  [
    'marcelblijleven goodwe, running data of a GW6000-DT',
    'goodwe-dt',
    [
      ['U_pv1', [0x0c88], '320.8'],
      ['I_pv2', [0x0020], '3.2'],
      ['U1', [0x08d0], '225.6'],
      ['F', [0x1386], '49.98'],
      ['P', [0x0000, 0x072b], '1835'],
      ['T', [0x019d], '41.3'],
      ['E_total', [0x0002, 0x097e], '13350.2'],
      ['hours', [0x0000, 0x2103], '8451'],
    ],
  ],
  [
    'marcelblijleven goodwe, running data of a GW10K-ET',
    'goodwe-et',
    [
      ['P_pv1', [0x0000, 0x069f], '1695'],
      ['P', [0x0000, 0x033f], '831'],
      ['P_grid', [0xffff, 0xfffd], '-3'],
      ['U_bat', [0x09ee], '254.2'],
      ['I_bat', [0xff9e], '-9.8'],
      ['P_bat', [0xffff, 0xf630], '-2512'],
    ],
  ],
  ['openWB, what an SMA inverter sends at night', 'sma-sunny-boy', [['P', [0x8000, 0x0000], '-2147483648']]],
]

for (const [source, sku, rows] of published) {
  test(`${sku}: published registers show what they mean (${source})`, () => {
    const params = templates().get(sku)?.paramTemplates ?? []
    for (const [label, words, text] of rows) {
      const param = params.find((one) => one.label === label)
      assert.ok(param, label)
      assert.deepEqual(decodeValue(param, words), { ok: text }, label)
    }
  })
}
