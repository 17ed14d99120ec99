import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Nothing is stored before you press Import: until then every answer only works the plan out anew.',
    'Compare values before you import: nonsense in values of several registers is nearly always the byte order.',
    'Secrets of Home Assistant go along as secrets.yaml; otherwise each one is asked for.',
  ],
  pl: [
    'Nic nie jest zapisywane, zanim naciśniesz Importuj: do tego czasu każda odpowiedź tylko przelicza plan.',
    'Porównaj wartości przed importem: bezsens w wartościach z kilku rejestrów to prawie zawsze kolejność bajtów.',
    'Sekrety Home Assistant dodaj jako secrets.yaml; w przeciwnym razie o każdy padnie pytanie.',
  ],
  ru: [
    'Ничего не сохраняется, пока не нажата кнопка «Импортировать»: до того каждый ответ лишь пересчитывает план.',
    'Сравните значения до импорта: бессмыслица в значениях из нескольких регистров почти всегда от порядка байтов.',
    'Секреты Home Assistant добавьте файлом secrets.yaml, иначе о каждом будет задан вопрос.',
  ],
  uk: [
    'Нічого не зберігається, доки не натиснуто «Імпортувати»: до того кожна відповідь лише перераховує план.',
    'Порівняйте значення до імпорту: нісенітниця у значеннях із кількох регістрів майже завжди через порядок байтів.',
    'Секрети Home Assistant додайте файлом secrets.yaml, інакше про кожен буде запитано.',
  ],
}
