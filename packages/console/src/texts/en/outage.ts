export const outage = {
  act: 'Outages',
  of: (name: string) => `Outages: ${name}`,
  help: 'Every outage is in the history. People are told of it by an escalation policy, and once it is over.',
  after: 'Away for at least, min',
  who: 'Who is told',
  nobody: 'Nobody is told of outages',
  told: (policy: string, minutes: number) => `Outages: ${policy}, after ${minutes} min`,
}
