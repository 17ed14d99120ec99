import type { Frames } from './known-values.frames.ts'

/** Published frames of meters that came later. */
export const publishedMeters: Frames = {
  'bgetech-drt428m': [
    'volkszaehler mbmd and Tasmota, threads on ORNO WE-516 and WE-517: answers of meters whose register list is the same, where RcRaCk2k ha_bgetech_modbus reads a DRT428M-3',
    ['U1', 14, '436f 0000', '239'],
    ['U2', 16, '436d e666', '237.9'],
    ['U3', 18, '436e 3333', '238.2'],
    ['I1', 22, '3ff0 a3d7', '1.88'],
  ],
  'camillebauer-aplus': [
    'Camille Bauer APLUS Modbus interface, example of reading U1N: answer E8 78 43 6B, which is 235.908 V (its sum is one too low)',
    ['U1', 101, 'e878 436b', '235.9'],
  ],
  'eastron-sdm54': [
    'Eastron SDM630 Modbus protocol, example of the voltage, which the maker has in the same register here',
    ['U1', 0, '4366 3334', '230.2'],
  ],
  'eastron-smart-x96': [
    'Eastron SDM630 Modbus protocol, example of the voltage, which the maker has in the same register here',
    ['U1', 0, '4366 3334', '230.2'],
  ],
  'eltako-dsz15': [
    'Eltako Modbus protocol of the DSZ15DZMOD, section 2.1.2, as eltako-modbus has it: answer of 4.61 kWh in and 3.68 kWh out',
    ['E_imp', 72, '0000 01cd 0000 0170', '4.61'],
    ['E_exp', 72, '0000 01cd 0000 0170', '3.68'],
  ],
  'pqplus-umd': [
    'PQ Plus Modbus protocol of the UMD series, example of reading voltages: 236.074, 236.056 and 236.089 V, as the floats that it sends',
    ['U1', 4352, '436c 12f2 436c 0e63 436c 16e3', '236.1'],
    ['U3', 4352, '436c 12f2 436c 0e63 436c 16e3', '236.1'],
  ],
}
