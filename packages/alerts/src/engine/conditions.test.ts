import type { Fact } from '../alert-state.ts'
import { at, condition, fails, judged, nowAt, reads } from './testing/judged.ts'
import { once, onceOver, only, rows, two } from './testing/rows.ts'

const net = (sec: number, isConnected: boolean, netId = 1): Fact => ({ kind: 'net', netId, on: at(sec), isConnected })

rows('each kind has its limit, and its way back', [
  [only(condition('g', 10)), [reads(5, 10), reads(10, 10.1), reads(20, 10)], onceOver],
  [only(condition('ge', 10)), [reads(5, 9.9), reads(10, 10), reads(20, 9.9)], onceOver],
  [only(condition('l', 10)), [reads(5, 10), reads(10, 9.9), reads(20, 10)], onceOver],
  [only(condition('le', 10)), [reads(5, 10.1), reads(10, 10), reads(20, 10.1)], onceOver],
  [only(condition('eq', 10)), [reads(5, 10.1), reads(10, 10), reads(20, 10.1)], onceOver],
  [only(condition('neq', 10)), [reads(5, 10), reads(10, 10.1), reads(20, 10)], onceOver],
  [only(condition('g', 10, { deadband: 2 })), [reads(10, 11), reads(15, 8.1), reads(20, 8)], onceOver],
  [only(condition('l', 10, { deadband: 2 })), [reads(10, 9), reads(15, 11.9), reads(20, 12)], onceOver],
  [only(condition('eq', 10, { deadband: 2 })), [reads(5, 12.1), reads(10, 12), reads(20, 7.9)], onceOver],
  [only(condition('neq', 10, { deadband: 2 })), [reads(5, 12), reads(10, 12.1), reads(20, 8)], onceOver],
  [only(condition('bit-set', 3)), [reads(5, 7), reads(10, 8), reads(20, 16)], onceOver],
  [only(condition('bit-set', 40)), [reads(5, 2 ** 41), reads(10, 2 ** 40), reads(20, 0)], onceOver],
  [only(condition('bit-set', 15)), [reads(5, 1), reads(10, -1), reads(20, 1)], onceOver],
  [only(condition('bit-clear', 0)), [reads(5, 1), reads(10, 2), reads(20, 3)], onceOver],
  [
    only(condition('change-over', 5, { holdSec: 60 })),
    [reads(0, 1), reads(10, 7), reads(70, 7)],
    [...once, '70 close resolved 70'],
  ],
  [
    only(condition('change-over', 5, { holdSec: 60 })),
    [reads(0, 7), reads(5, 2), reads(61, 8)],
    ['61 open 61', '61 send a1'],
  ],
  [only(condition('change-over', 5, { holdSec: 60 })), [reads(0, 1), reads(10, 6), reads(65, 1), reads(126, 7)], []],
])

rows('values, bands and changes are decimals, with every digit', [
  [only(condition('eq', 0.8, { deadband: 0.1 })), [reads(5, 0.6), reads(10, 0.7), reads(20, 0.91)], onceOver],
  [only(condition('neq', 0.8, { deadband: 0.1 })), [reads(5, 0.7), reads(10, 0.69), reads(20, 0.9)], onceOver],
  [only(condition('g', 0.3, { deadband: 0.1 })), [reads(10, 0.31), reads(15, 0.21), reads(20, 0.2)], onceOver],
  [only(condition('le', 0.1, { deadband: 0.2 })), [reads(10, 0.1), reads(15, 0.3), reads(20, 0.31)], onceOver],
  [only(condition('change-over', 0.3, { holdSec: 60 })), [reads(0, 0.1), reads(10, 0.4)], []],
  [
    only(condition('eq', 2 ** 53)),
    [reads(5, '9007199254740993'), reads(10, 2 ** 53), reads(20, '9007199254740993')],
    onceOver,
  ],
  [only(condition('g', 2 ** 53)), [reads(5, 2 ** 53), reads(10, '9007199254740993'), reads(20, 2 ** 53)], onceOver],
  [only(condition('bit-set', 0)), [reads(5, 2 ** 53), reads(10, '9007199254740993'), reads(20, 2 ** 53)], onceOver],
  [
    only(condition('change-over', 1, { holdSec: 60 })),
    [reads(0, '9007199254740993'), reads(10, '9007199254740994'), reads(20, '9007199254740995')],
    ['20 open 20', '20 send a1'],
  ],
])

rows('a hold is a hold: by readings, or by time when none is on its way', [
  [
    only(condition('g', 10, { holdSec: 20 })),
    [reads(1, 11), reads(11, 11), reads(21, 11)],
    ['21 open 1', '21 send a1'],
  ],
  [only(condition('g', 10, { holdSec: 20 })), [reads(1, 11), reads(11, 10), reads(21, 11), nowAt(50)], []],
  [only(condition('g', 10, { holdSec: 20 })), [reads(1, 11), nowAt(30)], []],
  [only(condition('g', 10, { holdSec: 20 })), [reads(1, 11), nowAt(60)], ['31 open 1', '31 send a1']],
  [only(condition('g', 10, { holdSec: 20 })), [reads(1, 11), fails(11, 'Timeout'), nowAt(600)], []],
  [
    only(condition('g', 10, { holdSec: 20 })),
    [reads(1, 11), fails(11, 'Crc'), reads(31, 11)],
    ['31 open 1', '31 send a1'],
  ],
])

rows('a failed read neither raises nor ends what is about values; late and repeated readings change nothing', [
  [only(condition('g', 10)), [reads(10, 11), fails(20, 'Timeout'), nowAt(900)], once],
  [only(condition('l', 10)), [reads(5, 11), fails(20, 'Timeout'), nowAt(900)], []],
  [only(condition('g', 10)), [reads(10, 11), reads(20, 9), reads(15, 11), reads(10, 11), reads(20, 11)], onceOver],
])

rows('errors and silence are told by their reasons, whether the network is down or not', [
  [only(condition('reading-error', 0)), [reads(5, 1), fails(10, 'Timeout'), fails(15, 'Crc'), reads(20, 1)], onceOver],
  [only(condition('reading-error', 0)), [fails(10, 'NoConnection'), nowAt(900)], once],
  [
    only(condition('reading-error', 0)),
    [net(5, false), fails(10, 'Timeout'), net(12, true), fails(20, 'Timeout')],
    once,
  ],
  [
    only(condition('reading-error', 0, { holdSec: 30 })),
    [fails(5, 'Timeout'), net(10, false), fails(35, 'NoConnection')],
    ['35 open 5', '35 send a1'],
  ],
  [
    only(condition('no-data', 60)),
    [reads(5, 1), nowAt(64), nowAt(66), reads(90, 1)],
    ['65 open 65', '65 send a1', '90 close resolved 90'],
  ],
  [only(condition('no-data', 60)), [reads(5, 1), fails(50, 'Timeout'), nowAt(80)], ['65 open 65', '65 send a1']],
  [
    only(condition('no-data', 60)),
    [reads(5, 1), net(10, false), nowAt(900), net(901, true), nowAt(920), reads(920.5, 1), nowAt(950)],
    ['65 open 65', '65 send a1', '920.5 close resolved 920.5'],
  ],
  [
    only(condition('no-data', 60)),
    [
      reads(5, 1),
      net(10, false),
      net(40, true),
      net(50, false),
      net(60, true),
      net(64, false),
      net(64.5, true),
      nowAt(66),
    ],
    ['65 open 65', '65 send a1'],
  ],
  [only(condition('no-data', 60)), [nowAt(59), nowAt(61)], ['60 open 60', '60 send a1']],
  [only(condition('no-data', 60, { holdSec: 5 })), [nowAt(64), nowAt(66)], ['65 open 60', '65 send a1']],
  // An outage while an alert is about to be over: it goes on, as the same one.
  [
    { ...only(condition('reading-error', 0)), holdOffSec: 60 },
    [fails(10, 'Timeout'), reads(20, 1), net(30, false), fails(40, 'NoConnection'), reads(50, 1), nowAt(120)],
    [...once, '110 close resolved 50'],
  ],
  // A device that is disabled and enabled again during the outage is reported again.
  [
    only(condition('reading-error', 0)),
    [
      net(5, false),
      fails(10, 'NoConnection'),
      judged({ isEnabled: false, revision: 2, conditions: [condition('reading-error', 0)] }),
      judged({ revision: 3, conditions: [condition('reading-error', 0)] }),
      fails(20, 'NoConnection'),
    ],
    [...once, '10 close disabled 10', '20 open 20', '20 send a1'],
  ],
  [
    only(condition('net-down', 2, { paramId: 0, holdSec: 30 })),
    [net(10, false, 2), net(15, false, 1), nowAt(50), net(60, true, 2)],
    ['40 open 10', '40 send a1', '60 close resolved 60'],
  ],
])

rows('all and any, over devices', [
  [judged({ conditions: two, conditionLogic: 'all' }), [reads(1, 11), reads(10, 4, 3), reads(20, 9)], onceOver],
  [
    judged({ conditions: two }),
    [reads(10, 11), reads(12, 4, 3), reads(15, 9), reads(20, 6, 3)],
    [...once, '12 send a1-2 also 2', '20 close resolved 20'],
  ],
  [judged({ conditions: [], conditionLogic: 'all' }), [reads(10, 11)], []],
])
