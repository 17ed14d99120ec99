import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A picture shows values where they are in the plant. Click an element to see its values, and to set what can be set.',
    'In the editor everything is bound by rules; “Try it” fills the picture with live or made-up values.',
  ],
  pl: [
    'Obraz pokazuje wartości tam, gdzie są w obiekcie. Kliknij element, aby zobaczyć wartości i nastawić, co można.',
    'W edytorze wszystko wiążą reguły; „Wypróbuj” wypełnia obraz żywymi lub zmyślonymi wartościami.',
  ],
  ru: [
    'Картина показывает значения там, где они на объекте. Щёлкните элемент, чтобы увидеть значения и задать, что можно.',
    'В редакторе всё связано правилами; «Попробовать» заполняет картину живыми или придуманными значениями.',
  ],
  uk: [
    'Картина показує значення там, де вони на об’єкті. Клацніть елемент, щоб побачити значення і задати, що можна.',
    'У редакторі все пов’язано правилами; «Спробувати» заповнює картину живими або вигаданими значеннями.',
  ],
}
