import { plural } from '../plural.ts'

export const deletion = {
  question: (name: string) => `Delete ${name}?`,
  lost: 'This will also delete:',
  devices: plural('en', { one: '# device', other: '# devices' }),
  params: plural('en', { one: '# parameter', other: '# parameters' }),
  allParams: 'all parameters',
  readings: 'all that was ever read',
  uses: 'conditions of alerts and widgets of dashboards that use them',
  forGood: 'This cannot be undone.',
  typeName: (name: string) => `Type the name to go on: ${name}`,
}
