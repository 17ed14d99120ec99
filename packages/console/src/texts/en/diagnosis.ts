import { plural } from '../plural.ts'

/** Numbers as people read them, and for how long a unit has been silent. */
type DiagnosisFigures = Readonly<
  Record<
    | 'requests'
    | 'answers'
    | 'timeouts'
    | 'damaged'
    | 'doubled'
    | 'late'
    | 'foreign'
    | 'exceptions'
    | 'meanMs'
    | 'slowestMs'
    | 'othersMs'
    | 'timeoutMs'
    | 'silentMs'
    | 'silentUnits'
    | 'damagedUnits'
    | 'otherUnits'
    | 'loadPercent',
    string
  >
>

/** What a rule says, what shows it, and what to do, most likely first. */
export interface RuleText {
  title: (unit: string) => string
  seen: (n: DiagnosisFigures) => string
  steps: readonly string[]
}

const rules = {
  'no-connection': {
    title: () => 'There is no connection to this network',
    seen: () => 'Nothing can be asked, so nothing is known of its units.',
    steps: [
      'The Connection tab shows since when, and the last error.',
      'Does the gateway have power and a network connection?',
      'Are the address and port correct, and does no firewall block them?',
      'If the gateway connects by itself: does the site have internet access, and is this service set in the gateway?',
    ],
  },
  'line-damaged': {
    title: () => 'Units answer, but nothing arrives whole',
    seen: (n) => `Damaged answers: ${n.damaged}, of ${n.damagedUnits} units. Good answers: none.`,
    steps: [
      'Compare speed, parity and stop bits of the gateway with those of the devices.',
      'Does anything else talk on the line, such as a second master?',
      'Check termination at both ends, and biasing at one place only.',
    ],
  },
  'line-silent': {
    title: () => 'No unit answers',
    seen: (n) => `Units asked: ${n.silentUnits}. Requests without an answer: ${n.timeouts}. Good answers: none.`,
    steps: [
      'Has the cabinet power, and is the bus cable connected to the gateway?',
      'Are A and B swapped at the gateway?',
      'Do speed, parity and stop bits of the gateway fit the devices?',
      'Is the protocol of the network right: Modbus TCP, or RTU over TCP?',
    ],
  },
  'line-noise': {
    title: () => 'The line is disturbed',
    seen: (n) => `Damaged answers: ${n.damaged} of ${n.requests} requests, of ${n.damagedUnits} units.`,
    steps: [
      'Termination of 120 Ω at both ends of the line, and nowhere else?',
      'Does the bus cable run beside cables of drives and motors? Is its screen connected?',
      'One line from unit to unit: no star, no long branches.',
      'Try a lower speed.',
    ],
  },
  overload: {
    title: () => 'The line is full',
    seen: (n) => `Of its time ${n.loadPercent} % is taken.`,
    steps: [
      'Read less often what changes slowly.',
      'Pause reading of units that are no longer there: waiting for them costs most.',
      'Raise the speed of the line, or move devices to a second one.',
    ],
  },
  'same-address': {
    title: (unit) => `${unit}: likely two devices have this address`,
    seen: (n) =>
      `Damaged answers: ${n.damaged} of ${n.requests} requests. Second answers: ${n.doubled}. Other units in order: ${n.otherUnits}.`,
    steps: [
      'Switch the device off and ask again: does somebody still answer?',
      'Look for another device with this address, such as one that was built in lately.',
      'Is it the only one? Then check its terminals and its cable.',
    ],
  },
  'other-unit-answers': {
    title: (unit) => `${unit}: another unit answers in its place`,
    seen: (n) => `Answers in another name: ${n.foreign} of ${n.requests} requests.`,
    steps: [
      'Was a device given another address? Look for it: Search the line.',
      'Is there a second master or gateway on the line?',
      'Does the gateway renumber units? Check its table.',
    ],
  },
  'late-answers': {
    title: (unit) => `${unit} answers too late`,
    seen: (n) => `Answers that came too late: ${n.late} of ${n.requests} requests. Waited for: ${n.timeoutMs} ms.`,
    steps: [
      'Raise the time for an answer in the settings of the network.',
      'Has the device a setting that delays its answers?',
      'Does the gateway ask others in between?',
    ],
  },
  'unit-never-answered': {
    title: (unit) => `${unit} has never answered`,
    seen: (n) => `Requests without an answer: ${n.timeouts}. Other units in order: ${n.otherUnits}.`,
    steps: [
      'Is the unit ID correct? Search the line for the ID that the device answers to.',
      'Do its speed, parity and stop bits match the line?',
      'Does it have power, and is it connected to this line, with A and B not swapped?',
    ],
  },
  'unit-silent': {
    title: (unit) => `${unit} does not answer`,
    seen: (n) =>
      `Without an answer for ${n.silentMs}. Requests in vain: ${n.timeouts}. Other units in order: ${n.otherUnits}.`,
    steps: [
      'Has it power?',
      'Are its bus terminals tight, and A and B not swapped?',
      'Is its address still this one, and are its speed and parity those of the line?',
      'Switch it off and on.',
    ],
  },
  'unit-noise': {
    title: (unit) => `${unit}: some answers are damaged`,
    seen: (n) => `Damaged answers: ${n.damaged} of ${n.requests} requests. Other units in order: ${n.otherUnits}.`,
    steps: [
      'Tighten its bus terminals, and check the screen of its cable.',
      'Is its branch long, or beside a drive?',
      'Note when it happens: does a machine run then?',
    ],
  },
  'unit-refuses': {
    title: (unit) => `${unit} refuses what it is asked`,
    seen: (n) => `Refusals: ${n.exceptions} of ${n.answers} answers.`,
    steps: [
      'Does the template fit this device and its firmware?',
      'The live requests show which registers it refuses, and why.',
      'Stop tracking what it does not have.',
    ],
  },
  'unit-shaky': {
    title: (unit) => `${unit} misses requests`,
    seen: (n) => `Without an answer: ${n.timeouts} of ${n.requests} requests.`,
    steps: [
      'Is a contact loose at its terminals, or in its supply?',
      'Check termination and biasing of the line.',
      'Is it busy now and then? Raise the time for an answer.',
    ],
  },
  'unit-slow': {
    title: (unit) => `${unit} is slow`,
    seen: (n) => `Mean answer: ${n.meanMs} ms, slowest: ${n.slowestMs} ms. The others: ${n.othersMs} ms.`,
    steps: [
      'Has the device a setting that delays its answers?',
      'Read it less often, or fewer of its values.',
      'It takes time from the others: see its share of the line.',
    ],
  },
} satisfies Record<string, RuleText>

export const diagnosis = {
  rules: rules as Readonly<Record<keyof typeof rules, RuleText>>,
  allWell: 'Every unit answers, and what it says arrives whole.',
  whatToDo: 'What to do',
  unit: (unit: string) => `Unit ${unit}`,
  never: 'as long as the service has run',
  units: 'Units',
  mean: 'Mean',
  slowest: 'Slowest',
  failed: 'Failed, 1 h',
  day: '24 hours',
  share: 'Share of line',
  answerTimes: 'Answer, 1 h',
  answerTimesOf: (fastest: string, mean: string, slowest: string) =>
    `fastest ${fastest}, mean ${mean}, slowest ${slowest}`,
  noAnswerHour: 'no answer in the last hour',
  notAsked: 'not asked',
  noDevice: 'no device',
  slotAnswers: (answers: string, requests: string) => `${answers} of ${requests} requests answered`,
  slotCounts: { exceptions: 'refused', timeouts: 'no answer', damaged: 'damaged', late: 'late' },
  slotMean: (ms: string) => `mean answer ${ms}`,
  budget: 'Time of the line',
  load: 'Taken now',
  perDevice: 'One device takes',
  withTen: 'With ten more',
  roomFor: 'Room for',
  devicesMore: plural('en', { one: '# more device', other: '# more devices' }),
  measured: (span: string) => `Measured over ${span}. Beyond 90 % reading comes late.`,
  notMeasured: 'Nothing was asked in the last hour.',
  tenTooMany: 'Ten more like these do not fit: reading would come late.',
  report: 'Report for the electrician',
  print: 'Print',
  reportAbout: (when: string) => `Bus of the network, ${when}`,
  signed: 'Done by, on',
  requests: 'Live requests',
  perSecond: (count: string) => `${count} per s`,
  show: 'Which requests',
  all: 'All',
  problems: 'Problems',
  writes: 'Writes',
  allUnits: 'All units',
  pause: 'Pause',
  goOn: 'Go on',
  paused: (count: string) => `Paused; ${count} have come since.`,
  download: 'Download',
  time: 'Time',
  unitTitle: 'Unit',
  request: 'Request',
  took: 'Took',
  outcome: 'Outcome',
  nothingYet: 'Nothing was asked yet since you look.',
  nothingShown: 'None of the requests is of this kind.',
  kept: 'Only what goes over the line while you look is shown, and nothing of it is stored.',
  sent: 'sent',
  heard: 'heard',
  means: 'means',
  registers: 'holds',
  secret: 'A password: its bytes are not shown.',
  askedBy: {
    poll: 'schedule',
    read: 'read now',
    write: 'write',
    scan: 'search',
    raw: 'by hand',
    passwords: 'password',
  },
  functions: {
    1: 'Read coils',
    2: 'Read discrete inputs',
    3: 'Read holding',
    4: 'Read input',
    5: 'Write coil',
    6: 'Write holding',
    15: 'Write coils',
    16: 'Write holding',
    22: 'Mask holding',
    23: 'Read and write',
    43: 'Identify',
  } as Readonly<Record<number, string>>,
  functionOf: (fn: number) => `Function ${fn}`,
  bytes: plural('en', { one: '# byte', other: '# bytes' }),
  lateFrame: 'an answer that came too late, or twice',
  strayFrame: 'a frame that nobody asked for',
  instead: (unit: string) => `while unit ${unit} was asked`,
  streamLost: 'The stream is interrupted; it goes on by itself.',
  managersOnly: 'Managers see live requests.',
}
