import { plural } from '../plural.ts'

export const backTest = {
  title: 'What it would have done',
  help: 'Try the alert, as it is in the form now, on what was read before. Nothing is stored or sent.',
  incomplete: 'Choose a parameter for each condition; then the alert can be tried on what was read before.',
  span: 'How far back',
  spans: { 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days' },
  running: 'Going through the readings…',
  never: 'It would never have been active.',
  times: plural('en', { one: '# time', other: '# times' }),
  told: (times: string, span: string) => `It would have been active ${times}, for ${span} in all.`,
  messages: plural('en', { one: '# message would have been sent.', other: '# messages would have been sent.' }),
  cut: 'There was more than is told here: take a shorter span or fewer parameters.',
  strip: (times: string) => `Times when it would have been active: ${times}`,
  list: 'When it would have been active',
  goesOn: 'goes on',
  noReading: 'no reading',
}
