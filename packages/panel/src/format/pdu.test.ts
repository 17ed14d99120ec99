import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '../testing/texts.ts'
import { answerText, requestText } from './pdu.ts'

const en = textsIn('en')

const bytes = (hex: string): number[] => hex.split(' ').map((byte) => Number.parseInt(byte, 16))

const rows: [request: string, answer: string, asks: string, says: string][] = [
  ['03 00 00 00 02', '03 04 01 2c 00 0a', 'Read Holding 0–1', '300, 10'],
  ['04 00 10 00 07', '04 0e 00 01 00 02 00 03 00 04 00 05 00 06 00 07', 'Read Input 16–22', '7 registers'],
  ['01 00 05 00 01', '01 01 01', 'Read Coils 5', '1'],
  ['02 00 00 00 03', '02 01 06', 'Read Discrete 0–2', '011'],
  ['01 00 00 00 0a', '01 02 ff 02', 'Read Coils 0–9', '11111111 01'],
  ['01 00 00 00 10', '01 02 00 80', 'Read Coils 0–15', '00000000 00000001'],
  // Fewer bytes than were asked for: what is not there is not made up.
  ['01 00 00 00 10', '01 01 03', 'Read Coils 0–15', '11000000'],
  ['01 00 00 00 01', '81 02', 'Read Coils 0', 'exception 2 illegal data address'],
  ['05 00 03 ff 00', '05 00 03 ff 00', 'Write coil 3 = 1', 'written'],
  ['0f 00 00 00 03 01 05', '0f 00 00 00 03', 'Write Coils 0–2 = 101', 'written'],
  ['10 00 04 00 01 02 00 2a', '10 00 04 00 01', 'Write Holding 4 = 42', 'written'],
  // A PDU that ends too early has no address, no number and no exception code.
  ['03 00', '83', 'Function 3', 'exception –'],
  ['06 00 04', '03', 'Function 6', ''],
]
for (const [request, answer, asks, says] of rows) {
  test(`${request} -> ${answer}`, () => {
    assert.equal(requestText(en, bytes(request)), asks)
    assert.equal(answerText(en, bytes(answer), bytes(request)), says)
  })
}
