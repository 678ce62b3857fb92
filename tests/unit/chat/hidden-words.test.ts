import { describe, expect, test } from "vitest"
import { createWordFilter, maxHiddenWord, maxHiddenWords, uniqueWords } from "~/domain/chat/words/hidden-words"
import { HiddenWordsForm } from "~/domain/chat/words/schema"

describe("a message is hidden by a word", () => {
  test.each([
    ["in another case", "PARTY tonight?", "party"],
    ["without its accents", "Un diner ce soir", "dîner"],
    ["with accents that the word has not", "Un dîner ce soir", "diner"],
    ["with a ligature", "Mon cœur", "coeur"],
    ["after an apostrophe", "L’hôtel est beau", "hôtel"],
    ["that is an expression", "Come to my place, now", "my  place"],
    ["that is a sign", "Some 💶 for you", "💶"],
    ["in Cyrillic", "Привет, Анна", "привет"],
  ])("%s", (_, text, word) => {
    expect(createWordFilter(["other", word])(text)).toBe(true)
  })

  test.each([
    ["that is part of another", "The party was good", "art"],
    ["that ends another", "A smart answer", "art"],
    ["that begins another", "An artful answer", "art"],
    ["whose letters are parted", "par ty", "party"],
    ["that has nothing to compare", "Hello …", "…"],
  ])("not by one %s", (_, text, word) => {
    expect(createWordFilter([word])(text)).toBe(false)
  })

  test("not without words", () => {
    expect(createWordFilter([])("Anything")).toBe(false)
  })
})

test("hidden words that differ in case and accents only are stored once, as typed first", () => {
  expect(uniqueWords(["Dîner", "vin", "diner", "VIN", "thé"])).toEqual(["Dîner", "vin", "thé"])
})

describe("the form of hidden words", () => {
  const read = (words: string) => HiddenWordsForm.safeParse({ words })

  test("reads a word from each line, without empty lines and spaces", () => {
    expect(read("  one\r\n\n two  words \nthree\n").data).toEqual({ words: ["one", "two words", "three"] })
    expect(read("").data).toEqual({ words: [] })
  })

  test("accepts the greatest number of the longest words, and neither one more nor a longer one", () => {
    const longest = "é".repeat(maxHiddenWord)
    const all = Array.from({ length: maxHiddenWords }, () => longest)
    expect(read(all.join("\n")).data?.words).toHaveLength(maxHiddenWords)
    expect(read([...Array(maxHiddenWords).keys(), "x"].join("\n")).error?.issues[0]?.path).toEqual(["words"])
    expect(read(`${longest}e`).error?.issues[0]?.path).toEqual(["words"])
  })
})
