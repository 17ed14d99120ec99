import type { Frames } from './known-values.frames.ts'

/** Published frames of chargers, heat pumps, drives, controllers, modules and sensors that came later. */
export const publishedEquipment: Frames = {
  'comap-intelilite': [
    'ComAp InteliLite 4 AMF 20 global guide, example of reading the battery voltage: answer 01 03 02 00 F0, 24.0 V',
    ['U_starter', 1053, '00f0', '24'],
  ],
  'delta-vfd-e': [
    'Delta VFD-E user manual, example of reading two registers from 2102H: answer 01 03 04 17 70 00 00 FE 5C, a command of 60 Hz and no output',
    ['F_set', 8450, '1770 0000', '60'],
    ['F', 8450, '1770 0000', '0'],
  ],
  'delta-vfd-f': [
    'Delta VFD-B user manual, the same example: the VFD-F has both frequencies in the same registers',
    ['F_set', 8450, '1770 0000', '60'],
    ['F', 8450, '1770 0000', '0'],
  ],
  'schneider-atv': [
    'Schneider Electric ATV12 Modbus manual, example of reading: answer 02 03 08 00 28 02 58 01 F4 00 00 52 B0, 4 kHz, 60, 50 and 0 Hz',
    ['F_switch', 3102, '0028 0258 01f4 0000', '4'],
    ['F_top', 3102, '0028 0258 01f4 0000', '60'],
    ['F_max', 3102, '0028 0258 01f4 0000', '50'],
    ['F_min', 3102, '0028 0258 01f4 0000', '0'],
  ],
}
