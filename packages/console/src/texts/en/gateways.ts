export const gateways = {
  title: 'Gateways',
  keyless: 'Gateways without a key may be bound',
  keylessHelp:
    'They cannot prove who they are: whoever knows their MAC can pass for one. Those that are bound already stay so.',
  code: 'Connect code',
  codeHelp:
    'A program of your installer finds this gateway by it, through any connection, until it expires. It opens nothing else of the organization.',
  noCode: 'This gateway has no connect code.',
  codeOnce: 'Store it now: it is not shown again.',
  codeBack: 'Take it back',
  codeBackQuestion: 'The code is refused from then on.',
  codeGone: 'The code is taken back.',
  codeDays: 'Good for, days',
  codeMake: 'Make a code',
  codeAnew: 'Make another code',
  codeTill: (when: string) => `This gateway has a connect code, good until ${when}.`,
  found: (gateway: string) => `This is the gateway ${gateway}.`,
}
