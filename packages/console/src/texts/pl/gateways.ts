export const gateways = {
  title: 'Bramki',
  keyless: 'Można podłączać bramki bez klucza',
  keylessHelp: 'Nie mogą udowodnić, kim są: kto zna ich MAC, może się pod nie podszyć. Już podłączone pozostają.',
  code: 'Kod dostępu do bramki',
  codeHelp:
    'Program instalatora znajduje po nim tę bramkę, dowolnym połączeniem, aż kod wygaśnie. Niczego więcej w organizacji nie otwiera.',
  noCode: 'Ta bramka nie ma kodu dostępu.',
  codeOnce: 'Zapisz go teraz: nie zostanie pokazany ponownie.',
  codeBack: 'Unieważnij',
  codeBackQuestion: 'Kod przestaje działać od tej chwili.',
  codeGone: 'Kod jest unieważniony.',
  codeDays: 'Ważny, dni',
  codeMake: 'Utwórz kod',
  codeAnew: 'Utwórz nowy kod',
  codeTill: (when: string) => `Ta bramka ma kod dostępu, ważny do ${when}.`,
  found: (gateway: string) => `To bramka ${gateway}.`,
}
