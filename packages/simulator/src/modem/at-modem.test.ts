import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { AtModem, type AtModemOptions } from './at-modem.ts'
import { pack, septetsOf, textOf, unpack } from './gsm-alphabet.ts'
import { SimCard } from './sim-card.ts'
import { deliverPdu, type OutgoingSms, readSubmitPdu } from './sms-pdu.ts'

/** Returns a modem, and a function that sends it a text and returns its lines. */
const withModem = (options: AtModemOptions = {}) => {
  const modem = new AtModem(options)
  const output: string[] = []
  modem.on('bytes', (bytes) => output.push(Buffer.from(bytes).toString('latin1')))
  const tell = (text: string): string[] => {
    output.length = 0
    modem.push(Buffer.from(text, 'latin1'))
    return output
      .join('')
      .split(/\r\n/)
      .map((one) => one.trim())
      .filter(Boolean)
  }
  tell('ATE0\r')
  return { modem, tell }
}

for (const [command, ...answer] of [
  ['AT', 'OK'],
  ['at+cgsn', '490154203237518', 'OK'],
  ['AT+NOTHING', 'ERROR'],
  ['AT+CPIN?', '+CPIN: READY', 'OK'],
  ['AT+CSQ', '+CSQ: 19,99', 'OK'],
  ['AT+CREG?', '+CREG: 2,1,"00A1","0000C0DE",2', 'OK'],
  ['AT+COPS?', '+COPS: 0,0,"Busbar Mobile",2', 'OK'],
  ['AT+CIMI', '255016300000001', 'OK'],
  ['AT+CMGR=1', '+CMS ERROR: 321'],
] as const)
  test(command, () => assert.deepEqual(withModem().tell(`${command}\r`), answer))

test('ignores text that is not a command, and echoes the input', () => {
  const { tell } = withModem()
  assert.deepEqual(tell('hello\r'), [])
  tell('ATE1\r')
  assert.deepEqual(tell('AT\r'), ['AT', 'OK'])
})

test('a PIN: three tries, then only the PUK', () => {
  const { modem, tell } = withModem({ sim: new SimCard({ pin: '1234' }) })
  assert.deepEqual(tell('AT+CPIN?\r'), ['+CPIN: SIM PIN', 'OK'])
  assert.deepEqual(tell('AT+CIMI\r'), ['+CME ERROR: 11'])
  assert.deepEqual(tell('AT+CPIN="0000"\r'), ['+CME ERROR: 16'])
  assert.deepEqual(tell('AT+CSIM=10,"0020000100"\r'), ['+CSIM: 4,"63C2"', 'OK'])
  assert.equal(modem.registration, 0)
  assert.deepEqual(tell('AT+CPIN="1234"\r'), ['OK'])
  assert.equal(modem.registration, 1)
  assert.deepEqual(tell('AT+CSIM=10,"0020000100"\r'), ['+CSIM: 4,"63C3"', 'OK'])
  const other = withModem({ sim: new SimCard({ pin: '1234' }), reportsTries: false })
  for (const _ of [1, 2]) other.tell('AT+CPIN="0000"\r')
  assert.deepEqual(other.tell('AT+CPIN="0000"\r'), ['+CME ERROR: 12'])
  assert.deepEqual(other.tell('AT+CPIN="1234"\r'), ['+CME ERROR: 12'])
  assert.deepEqual(other.tell('AT+CPIN?\r'), ['+CPIN: SIM PUK', 'OK'])
  assert.deepEqual(other.tell('AT+CSIM=10,"0020000100"\r'), ['ERROR'])
})

test('without a card', () => assert.deepEqual(withModem({ sim: null }).tell('AT+CPIN?\r'), ['+CME ERROR: 10']))

test('messages come, are read and deleted, until its memory is full', () => {
  const { modem, tell } = withModem({ messagesMax: 1 })
  const message = { from: '+48601000001', text: 'S x', sentAt: new Date('2026-11-16T22:00:00Z') }
  assert.equal(modem.receive(message), true)
  assert.equal(modem.receive(message), false)
  const pdu = '00040B918406010000F10000621161220000000353101E'
  assert.deepEqual(tell('AT+CMGL=4\r'), ['+CMGL: 1,1,,22', pdu, 'OK'])
  assert.deepEqual(tell('AT+CMGD=1\r'), ['OK'])
  assert.deepEqual(tell('AT+CMGL=4\r'), ['OK'])
})

test('messages go, or are refused', () => {
  const { modem, tell } = withModem()
  const sent: OutgoingSms[] = []
  modem.on('sms', (one) => sent.push(one))
  assert.deepEqual(tell('AT+CMGS=20\r'), ['>'])
  assert.deepEqual(tell('0001000B918406010000F1000005E8329BFD06\u001a'), ['+CMGS: 1', 'OK'])
  assert.deepEqual(sent, [{ to: '+48601000001', text: 'hello' }])
  modem.refusesSms = true
  tell('AT+CMGS=20\r')
  assert.deepEqual(tell('0001000B918406010000F1000005E8329BFD06\u001a'), ['+CMS ERROR: 38'])
  tell('AT+CMGS=20\r')
  assert.deepEqual(tell('00\u001b'), ['OK'])
  assert.equal(sent.length, 1)
})

test('a code of the network', async () => {
  const { modem, tell } = withModem({ ussd: (code) => (code === '*101#' ? '12.50' : null) })
  const output: string[] = []
  assert.deepEqual(tell('AT+CUSD=1,"*101#",15\r'), ['OK'])
  modem.on('bytes', (bytes) => output.push(Buffer.from(bytes).toString('latin1').trim()))
  await Promise.resolve()
  assert.deepEqual(output, ['+CUSD: 0,"12.50",15'])
})

test('data needs a context, and the network', () => {
  const { modem, tell } = withModem()
  const apns: string[] = []
  modem.on('connected', (apn) => apns.push(apn))
  assert.deepEqual(tell('ATD*99***1#\r'), ['NO CARRIER'])
  tell('AT+CGDCONT=1,"IP","internet"\r')
  assert.deepEqual(tell('ATD*99***1#\r'), ['CONNECT'])
  assert.deepEqual(apns, ['internet'])
  modem.registration = 5
  assert.deepEqual(tell('AT+CREG?\r'), ['+CREG: 2,5,"00A1","0000C0DE",2', 'OK'])
  modem.registration = 2
  assert.deepEqual(tell('ATD*99***1#\r'), ['NO CARRIER'])
})

test('letters are packed and unpacked', () => {
  assert.equal(Buffer.from(pack(septetsOf('hellohello') ?? [])).toString('hex'), 'e8329bfd4697d9ec37')
  const letter = fc.constantFrom(...Array.from('abcXYZ09 @£€{}[]|~^\\é\n'))
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const septets = septetsOf(letters.join('')) ?? []
      assert.equal(textOf(unpack(pack(septets), septets.length)), letters.join(''))
    }),
  )
  assert.equal(septetsOf('ż'), undefined)
})

for (const [from, pdu] of [
  ['+48601', '00040591840601'],
  ['2200', '0004048122'],
  ['Bank', '000408D0C2'],
] as const)
  test(`a message from ${from}`, () =>
    assert.ok(deliverPdu({ from, text: 'x', sentAt: new Date(0) }).startsWith(pdu.slice(0, 10))))

test('wide letters go through', () => {
  const bytes = Buffer.from('żółw', 'utf16le').swap16().toString('hex')
  assert.deepEqual(readSubmitPdu(`00010005918406F1000808${bytes}`), { to: '+48601', text: 'żółw' })
})
