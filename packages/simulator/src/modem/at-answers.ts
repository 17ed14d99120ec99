import type { SimCard } from './sim-card.ts'

/** How the network sees it: 0 not at all, 1 at home, 2 searching, 3 refused, 5 roaming. */
export type Registration = 0 | 1 | 2 | 3 | 5

/** The state of a modem that answers report and change. */
export interface ModemState {
  readonly sim: SimCard | null
  readonly imei: string
  readonly operator: { readonly name: string; readonly code: string }
  /** Does it tell how many tries are left? Many do not. */
  readonly reportsTries: boolean
  readonly registration: Registration
  /** As 3GPP TS 27.007 numbers it: 0 GSM, 2 UTRAN, 7 LTE. */
  readonly accessTechnology: number
  readonly signalPercent: number
  /** Messages in its memory, by their place. */
  readonly stored: Map<number, string>
  /** Contexts by their number. */
  readonly contexts: Map<number, string>
  readonly refusesData: boolean
  isOn: boolean
  isEchoing: boolean
  operatorFormat: 0 | 2
  isConnected: boolean
  /** Returns the answer of the network to a code. */
  readonly ussd: (code: string) => string | null
  connect(apn: string): void
  send(...lines: readonly string[]): void
  sendRegistration(): void
}

/** Lines, or a prompt for a text. */
type AtAnswer = readonly string[] | 'prompt'

interface Row {
  readonly pattern: RegExp
  readonly answer: (modem: ModemState, parts: readonly string[]) => AtAnswer
}

const ok: AtAnswer = ['OK']
const refused = (code: number): AtAnswer => [`+CME ERROR: ${code}`]
const simNotInserted = refused(10)
const simPinRequired = refused(11)
const simPukRequired = refused(12)
const wrongPassword = refused(16)
const noService = refused(30)

/** An answer that requires an unlocked card. */
const opened =
  (answer: Row['answer']): Row['answer'] =>
  (modem, parts) => {
    if (modem.sim === null) return simNotInserted
    return modem.sim.lock === 'READY' ? answer(modem, parts) : simPinRequired
  }

const line = (text: string): readonly string[] => [text, 'OK']
const isThere = (modem: ModemState): boolean => modem.registration === 1 || modem.registration === 5

/** Commands of ModemManager's generic plugin and a few more, without their AT. */
export const answers: readonly Row[] = [
  { pattern: /^$/, answer: () => ok },
  { pattern: /^(?:E0.*|Z.*)$/, answer: (modem) => echo(modem, false) },
  { pattern: /^E1$/, answer: (modem) => echo(modem, true) },
  { pattern: /^(?:V1|X4|&C1|&D1|S0=0)+$/, answer: () => ok },
  { pattern: /^\+CMEE=\d$/, answer: () => ok },
  { pattern: /^I$/, answer: () => ['Busbar', 'Simulated modem', 'OK'] },
  { pattern: /^\+?(?:CGMI|GMI)$/, answer: () => line('Busbar') },
  { pattern: /^\+?(?:CGMM|GMM)$/, answer: () => line('Simulated modem') },
  { pattern: /^\+?(?:CGMR|GMR)$/, answer: () => line('1.0') },
  { pattern: /^\+?(?:CGSN|GSN)$/, answer: ({ imei }) => line(imei) },
  { pattern: /^\+GCAP$/, answer: () => line('+GCAP: +CGSM,+DS,+ES') },
  { pattern: /^\+CFUN\?$/, answer: ({ isOn }) => line(`+CFUN: ${isOn ? 1 : 4}`) },
  { pattern: /^\+CFUN=(\d)/, answer: switchOn },
  { pattern: /^\+CPIN\?$/, answer: ({ sim }) => (sim === null ? simNotInserted : line(`+CPIN: ${sim.lock}`)) },
  { pattern: /^\+CPIN="?(\d+)"?$/, answer: enterPin },
  { pattern: /^\+CSIM=10,"0020000100"$/, answer: tries },
  {
    pattern: /^\+CSIM=10,"00(?:2C000100|20008100|2C008100)"$/,
    answer: (modem) => (modem.reportsTries ? line('+CSIM: 4,"63CA"') : ['ERROR']),
  },
  {
    pattern: /^\+CRSM=176,12258,0,0,10$/,
    answer: ({ sim }) => (sim === null ? simNotInserted : line(`+CRSM: 144,0,"${swap(sim.iccid)}"`)),
  },
  { pattern: /^\+CIMI$/, answer: opened(({ sim }) => line(sim?.imsi ?? '')) },
  { pattern: /^\+CLCK="SC",2$/, answer: ({ sim }) => line(`+CLCK: ${sim?.hasPin === true ? 1 : 0}`) },
  { pattern: /^\+CLCK=\?$/, answer: () => line('+CLCK: ("SC")') },
  { pattern: /^\+CSQ$/, answer: ({ signalPercent }) => line(`+CSQ: ${Math.round((signalPercent * 31) / 100)},99`) },
  { pattern: /^\+C(G?)REG\?$/, answer: registration },
  { pattern: /^\+CG?REG=[012]$/, answer: () => ok },
  { pattern: /^\+COPS\?$/, answer: operator },
  { pattern: /^\+COPS=3,([02])$/, answer: nameOperators },
  { pattern: /^\+COPS=0/, answer: opened(() => ok) },
  { pattern: /^\+CSCS=\?$/, answer: () => line('+CSCS: ("IRA","GSM","UCS2")') },
  { pattern: /^\+CSCS=/, answer: () => ok },
  { pattern: /^\+CSCS\?$/, answer: () => line('+CSCS: "IRA"') },
  { pattern: /^\+CNMI=\?$/, answer: opened(() => line('+CNMI: (0-2),(0-3),(0,2),(0-2),(0,1)')) },
  { pattern: /^\+CNMI=/, answer: opened(() => ok) },
  { pattern: /^\+CMGF=\?$/, answer: opened(() => line('+CMGF: (0)')) },
  { pattern: /^\+CMGF=0$/, answer: opened(() => ok) },
  { pattern: /^\+CPMS=\?$/, answer: opened(() => line('+CPMS: ("SM"),("SM"),("SM")')) },
  {
    pattern: /^\+CPMS\?$/,
    answer: opened(({ stored }) => line(`+CPMS: ${Array(3).fill(`"SM",${stored.size},20`).join()}`)),
  },
  { pattern: /^\+CPMS=/, answer: opened(({ stored }) => line(`+CPMS: ${Array(3).fill(`${stored.size},20`).join()}`)) },
  { pattern: /^\+CSMS\?$/, answer: opened(() => line('+CSMS: 0,1,1,1')) },
  { pattern: /^\+CMGL=4$/, answer: opened(list) },
  { pattern: /^\+CMGR=(\d+)$/, answer: opened(readOne) },
  { pattern: /^\+CMGD=(\d+)/, answer: opened(remove) },
  { pattern: /^\+CMGS=\d+$/, answer: opened(() => 'prompt') },
  { pattern: /^\+CMMS=/, answer: opened(() => ok) },
  { pattern: /^\+CUSD=2/, answer: opened(() => ok) },
  { pattern: /^\+CUSD=1,"([^"]*)"/, answer: opened(ussd) },
  { pattern: /^\+CUSD=/, answer: opened(() => ok) },
  { pattern: /^\+CUSD=\?$/, answer: () => line('+CUSD: (0-2)') },
  { pattern: /^\+CGDCONT=\?$/, answer: opened(() => line('+CGDCONT: (1-4),"IP",,,(0),(0)')) },
  {
    pattern: /^\+CGDCONT\?$/,
    answer: opened(({ contexts }) => [
      ...Array.from(contexts, ([id, apn]) => `+CGDCONT: ${id},"IP","${apn}","",0,0`),
      'OK',
    ]),
  },
  { pattern: /^\+CGDCONT=(\d),"IP","([^"]*)"/, answer: opened(storeContext) },
  { pattern: /^\+CGATT\?$/, answer: opened((modem) => line(`+CGATT: ${isThere(modem) ? 1 : 0}`)) },
  { pattern: /^\+CGATT=/, answer: opened(() => ok) },
  { pattern: /^\+CGACT\?$/, answer: opened((modem) => line(`+CGACT: 1,${modem.isConnected ? 1 : 0}`)) },
  { pattern: /^\+CGACT=0/, answer: hangUp },
  { pattern: /^D\*99\*\*\*(\d)#$/, answer: opened(dial) },
  { pattern: /^H/, answer: hangUp },
]

function echo(modem: ModemState, isEchoing: boolean): AtAnswer {
  modem.isEchoing = isEchoing
  return ok
}

function switchOn(modem: ModemState, [, mode]: readonly string[]): AtAnswer {
  modem.isOn = mode === '1'
  if (!modem.isOn) modem.isConnected = false
  return ok
}

function enterPin(modem: ModemState, [, pin = '']: readonly string[]): AtAnswer {
  if (modem.sim === null) return simNotInserted
  if (!modem.sim.enter(pin)) return modem.sim.lock === 'SIM PUK' ? simPukRequired : wrongPassword
  queueMicrotask(() => modem.sendRegistration())
  return ok
}

function tries({ sim, reportsTries }: ModemState): AtAnswer {
  if (sim === null) return simNotInserted
  return reportsTries ? line(`+CSIM: 4,"63C${sim.triesLeft}"`) : ['ERROR']
}

function registration(modem: ModemState, [, packet = '']: readonly string[]): AtAnswer {
  const location = isThere(modem) ? `,"00A1","0000C0DE",${modem.accessTechnology}` : ''
  return line(`+C${packet}REG: 2,${modem.registration}${location}`)
}

/** 0 by their names, 2 by their numbers. */
function nameOperators(modem: ModemState, [, format]: readonly string[]): AtAnswer {
  modem.operatorFormat = format === '2' ? 2 : 0
  return ok
}

function operator(modem: ModemState): AtAnswer {
  if (!isThere(modem)) return line('+COPS: 0')
  const { operatorFormat, operator: of, accessTechnology } = modem
  return line(`+COPS: 0,${operatorFormat},"${operatorFormat === 2 ? of.code : of.name}",${accessTechnology}`)
}

/** The bytes of a message without the address of its centre, which is empty here. */
const lengthOf = (hex: string): number => hex.length / 2 - 1

function list({ stored }: ModemState): AtAnswer {
  return [...Array.from(stored).flatMap(([index, hex]) => [`+CMGL: ${index},1,,${lengthOf(hex)}`, hex]), 'OK']
}

function readOne({ stored }: ModemState, [, index]: readonly string[]): AtAnswer {
  const hex = stored.get(Number(index))
  return hex === undefined ? ['+CMS ERROR: 321'] : [`+CMGR: 1,,${lengthOf(hex)}`, hex, 'OK']
}

function remove({ stored }: ModemState, [, index]: readonly string[]): AtAnswer {
  return stored.delete(Number(index)) ? ok : ['+CMS ERROR: 321']
}

/** Codes and answers are plain, or their characters in hex, as they were asked. */
function ussd(modem: ModemState, [, code = '']: readonly string[]): AtAnswer {
  if (!isThere(modem)) return noService
  const isHex = /^(?:[0-9A-F]{2})+$/i.test(code)
  const text = modem.ussd(isHex ? Buffer.from(code, 'hex').toString('latin1') : code)
  const encoded = isHex
    ? Buffer.from(text ?? '', 'latin1')
        .toString('hex')
        .toUpperCase()
    : text
  const reply = text === null ? '+CUSD: 4' : `+CUSD: 0,"${encoded}",15`
  queueMicrotask(() => modem.send(reply))
  return ok
}

function storeContext({ contexts }: ModemState, [, id = '1', apn = '']: readonly string[]): AtAnswer {
  contexts.set(Number(id), apn)
  return ok
}

function dial(modem: ModemState, [, id]: readonly string[]): AtAnswer {
  const apn = modem.contexts.get(Number(id))
  if (apn === undefined || modem.refusesData || !isThere(modem)) return ['NO CARRIER']
  modem.connect(apn)
  return ['CONNECT']
}

function hangUp(modem: ModemState): AtAnswer {
  modem.isConnected = false
  return ok
}

const swap = (digits: string): string => digits.replace(/(.)(.)/g, '$2$1')
