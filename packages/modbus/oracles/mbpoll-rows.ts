import type { MbpollResult } from './mbpoll.ts'

/** How mbpoll shows these words, in holding and in input registers alike. */
export const words = [0x42f6, 0xe979, 0xffff, 0xfffe, 0x0000, 0xc020]
export const shows: [type: string, args: string[], values: Record<number, string>][] = [
  [':hex', ['-c', '6'], { 1: '0x42F6', 2: '0xE979', 3: '0xFFFF', 4: '0xFFFE', 5: '0x0000', 6: '0xC020' }],
  [':int', ['-B', '-c', '2'], { 1: '1123477881', 3: '-2' }],
  [':int', ['-r', '3'], { 3: '-65537' }],
  [':float', ['-B'], { 1: '123.456' }],
  [':float', ['-r', '5'], { 5: '-2.5' }],
]

/**
 * A write: the arguments, the values sent, the function used, the expected result, and the four values from reference
 * 10 on.
 */
type WriteRow = [type: string, args: string[], values: string[], fn: number, told: MbpollResult, after: number[]]

const one: MbpollResult = { written: 1 }
const three: MbpollResult = { written: 3 }
const illegal: MbpollResult = { err: 'Illegal data address' }

/** On a table that is all zero, one after the other. */
export const writes: Record<'holding' | 'coil', WriteRow[]> = {
  holding: [
    ['', ['-r', '10'], ['42'], 6, one, [42, 0, 0, 0]],
    ['', ['-0', '-r', '10'], ['65535'], 6, one, [42, 0xffff, 0, 0]],
    [':hex', ['-r', '12'], ['0xABCD'], 6, one, [42, 0xffff, 0xabcd, 0]],
    ['', ['-r', '10'], ['1', '2', '3'], 16, three, [1, 2, 3, 0]],
    [':int', ['-r', '10'], ['-100000'], 16, one, [0x7960, 0xfffe, 3, 0]],
    [':int', ['-B', '-r', '11'], ['65538'], 16, one, [0x7960, 1, 2, 0]],
    [':float', ['-r', '10'], ['3.25'], 16, one, [0, 0x4050, 2, 0]],
    [':float', ['-B', '-r', '12'], ['-0.5'], 16, one, [0, 0x4050, 0xbf00, 0]],
    ['', ['-r', '1001'], ['1'], 6, illegal, [0, 0x4050, 0xbf00, 0]],
    ['', ['-r', '1000'], ['1', '2'], 16, illegal, [0, 0x4050, 0xbf00, 0]],
  ],
  coil: [
    ['', ['-r', '10'], ['1'], 5, one, [1, 0, 0, 0]],
    ['', ['-r', '10'], ['0'], 5, one, [0, 0, 0, 0]],
    ['', ['-r', '11'], ['1', '0', '1'], 15, three, [0, 1, 0, 1]],
    ['', ['-r', '1001'], ['1'], 5, illegal, [0, 1, 0, 1]],
    ['', ['-r', '1000'], ['1', '1'], 15, illegal, [0, 1, 0, 1]],
  ],
}
