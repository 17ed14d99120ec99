import type { Frames } from './known-values.frames.ts'

/** Published frames of chargers, heat pumps, drives, controllers, modules and sensors that came later. */
export const publishedEquipment: Frames = {
  'schneider-atv': [
    'Schneider Electric ATV12 Modbus manual, example of reading: answer 02 03 08 00 28 02 58 01 F4 00 00 52 B0, 4 kHz, 60, 50 and 0 Hz',
    ['F_switch', 3102, '0028 0258 01f4 0000', '4'],
    ['F_top', 3102, '0028 0258 01f4 0000', '60'],
    ['F_max', 3102, '0028 0258 01f4 0000', '50'],
    ['F_min', 3102, '0028 0258 01f4 0000', '0'],
  ],
}
