import type { Frames } from './known-values.frames.ts'

/** Published frames of inverters and storage that came later. */
export const publishedInverters: Frames = {
  'sunspec-inverter': [
    'evcc, thread "Kostal Plenticore: batteryDischargeControl [..]": the common block of a PLENTICORE, model 103 at 40070',
    [
      'manufacturer',
      40004,
      '4b4f 5354 414c 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000',
      'KOSTAL',
    ],
    [
      'model',
      40020,
      '504c 454e 5449 434f 5245 2070 6c75 7338 2e35 0000 0000 0000 0000 0000 0000 0000',
      'PLENTICORE plus8.5',
    ],
  ],
  'sunspec-inverter-65': [
    'evcc, thread "Unplausible Werte [..] bei SolarEdge Hybridwechselrichter": 50 registers from 40071 of an inverter',
    [
      'I_total',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '23.7',
    ],
    [
      'I1',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '7.81',
    ],
    [
      'U12',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '401.4',
    ],
    [
      'U1',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '231.5',
    ],
    [
      'P',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '5520',
    ],
    [
      'F',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '49.96',
    ],
    [
      'S',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '5528',
    ],
    [
      'Q',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '-315',
    ],
    [
      'PF',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '-99.83',
    ],
    [
      'E_total',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '33319.778',
    ],
    [
      'I_dc',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '7.358',
    ],
    [
      'U_dc',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '761.6',
    ],
    [
      'P_dc',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '5604',
    ],
    [
      'T',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      null,
    ],
    [
      'state',
      40071,
      '0942 030d 031d 0317 fffe 0fae 0fbe 0fb7 090b 090a 0921 ffff 1590 0000 1384 fffe 1598 0000 f3b2 ffff d901 fffe 01fc 6b62 0000 1cbe fffd 1dc0 ffff 15e4 0000 8000 144d 8000 8000 fffe 0004 0000',
      '4',
    ],
  ],
}
