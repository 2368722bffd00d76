//! Verdicts in other languages: `判定: 不合格`, `Urteil: abgelehnt`.
//!
//! Only what fails is known. A word that lets something pass is no word of any format, in whatever
//! language, so none stands here.

use std::sync::LazyLock;

use super::plain_words;

/// What a verdict is called, in small letters.
pub(super) const KEYS: &[&str] = &[
    // Chinese, Japanese, Korean: also at the end of a longer word, `総合判定`
    "判定",
    "結論",
    "结论",
    "評価",
    "评价",
    "審査",
    "结果",
    "結果",
    "裁决",
    "裁決",
    "意见",
    "意見",
    "판정",
    "결론",
    "결과",
    "평결",
    // German
    "urteil",
    "gesamturteil",
    "ergebnis",
    "gesamtergebnis",
    "fazit",
    "entscheidung",
    "bewertung",
    // French
    "décision",
    "decision",
    "conclusion",
    "résultat",
    "resultat",
    "avis",
    // Spanish, Portuguese, Italian
    "veredicto",
    "decisión",
    "conclusión",
    "resultado",
    "dictamen",
    "veredito",
    "decisão",
    "conclusão",
    "parecer",
    "verdetto",
    "decisione",
    "esito",
    "giudizio",
    "risultato",
    // Russian
    "вердикт",
    "решение",
    "заключение",
    "вывод",
    "итог",
    "результат",
    "оценка",
    // Dutch, Polish, Swedish, Turkish
    "oordeel",
    "besluit",
    "uitkomst",
    "werdykt",
    "decyzja",
    "wynik",
    "utlåtande",
    "beslut",
    "karar",
    "sonuç",
];

/// What says that something fails, in small letters.
pub(super) const FAILS: &[&str] = &[
    // Japanese
    "不合格",
    "却下",
    "差し戻し",
    "差戻し",
    "差戻",
    "否決",
    "不承認",
    "非承認",
    "不可",
    "棄却",
    "要修正",
    "失敗",
    "中止",
    // Chinese
    "不通过",
    "不通過",
    "未通过",
    "未通過",
    "不予通过",
    "拒绝",
    "拒絕",
    "驳回",
    "駁回",
    "打回",
    "退回",
    "否决",
    "失败",
    "失敗",
    "不批准",
    "不同意",
    "需要修改",
    "需修改",
    // Korean
    "불합격",
    "반려",
    "거부",
    "거절",
    "실패",
    "부적합",
    "불통과",
    "미통과",
    // German
    "abgelehnt",
    "ablehnung",
    "abgewiesen",
    "zurückgewiesen",
    "nicht bestanden",
    "nicht freigegeben",
    "nicht genehmigt",
    "nicht akzeptiert",
    "durchgefallen",
    "fehlgeschlagen",
    "blockiert",
    "ungenügend",
    // French
    "rejeté",
    "rejetée",
    "rejet",
    "refusé",
    "refusée",
    "refus",
    "échec",
    "échoué",
    "échouée",
    "non conforme",
    "bloqué",
    "bloquée",
    // Spanish and Portuguese
    "rechazado",
    "rechazada",
    "rechazo",
    "no aprobado",
    "no aprobada",
    "no apto",
    "reprobado",
    "denegado",
    "denegada",
    "fallido",
    "fallida",
    "suspenso",
    "bloqueado",
    "bloqueada",
    "rejeitado",
    "rejeitada",
    "reprovado",
    "reprovada",
    "recusado",
    "recusada",
    "não aprovado",
    "não aprovada",
    "falhou",
    // Italian
    "respinto",
    "respinta",
    "bocciato",
    "bocciata",
    "rifiutato",
    "rifiutata",
    "non approvato",
    "non approvata",
    "non superato",
    "fallito",
    "bloccato",
    // Russian
    "отклонено",
    "отклонён",
    "отклонен",
    "отклонена",
    "отказ",
    "отказано",
    "не пройдено",
    "не принято",
    "не одобрено",
    "провал",
    "провалено",
    "отвергнуто",
    "заблокировано",
    // Dutch, Polish, Swedish, Turkish
    "afgewezen",
    "afgekeurd",
    "geweigerd",
    "odrzucone",
    "odrzucony",
    "odrzucona",
    "underkänd",
    "underkänt",
    "avvisad",
    "avslag",
    "reddedildi",
    "başarısız",
];

/// Those words in the order of their bytes: most lines begin like none of them.
static SORTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words = FAILS.to_vec();
    words.sort_unstable();
    words
});

/// What says behind such a word that it is not so: `不合格なし`.
const DENIALS: &[&str] = &["なし", "無し", "ではない", "じゃない", "ゼロ", "없음", "아님"];

/// Whether words in front of a colon ask for a verdict: `最終判定`, `Décision finale`.
pub(super) fn is_verdict(head: &str) -> bool {
    let head = head.to_lowercase();
    plain_words(&head).any(|word| {
        KEYS.iter().any(|key| {
            // No blanks part words in Chinese and Japanese.
            word == *key || (is_unparted(key) && word.ends_with(key))
        })
    })
}

/// `判定は不合格とする`: what a verdict is called, and what fails, with no colon between them.
pub(super) fn says_fail(text: &str) -> bool {
    if text.bytes().take(super::LONGEST_TITLE).all(|b| b.is_ascii()) {
        return false;
    }
    let parts = text.split_once('は').filter(|(head, _)| head.len() <= super::LONGEST_TITLE);
    parts.is_some_and(|(head, value)| {
        let key = KEYS.iter().filter(|key| is_unparted(key)).any(|key| head.ends_with(key));
        key && fail_len(value.trim_start()).is_some_and(|len| !denies(&value.trim_start()[len..]))
    })
}

/// The length of the word that says fail at the start of a text.
pub(super) fn fail_len(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let mut small = first.to_lowercase();
    // Letters whose small form has several characters begin no such word.
    let (Some(first), None) = (small.next(), small.next()) else { return None };
    let mut bytes = [0; 4];
    let first = first.encode_utf8(&mut bytes);
    let from = SORTED.partition_point(|word| *word < &*first);
    let alike = SORTED[from..].iter().take_while(|word| word.starts_with(&*first));
    alike.filter_map(|word| begun(text, word)).max()
}

/// How much of a text a word is, when the text begins with it in any case.
fn begun(text: &str, word: &str) -> Option<usize> {
    let mut rest = text.chars();
    for known in word.chars() {
        let said = rest.next()?;
        if said != known && !said.to_lowercase().eq([known]) {
            return None;
        }
    }
    let rest = rest.as_str();
    let goes_on = !is_unparted(word) && rest.starts_with(char::is_alphanumeric);
    (!goes_on).then_some(text.len() - rest.len())
}

/// Whether what stands behind the word takes it back.
pub(super) fn denies(behind: &str) -> bool {
    DENIALS.iter().any(|denial| behind.trim_start().starts_with(denial))
        || behind.trim_start_matches([':', '：', ' ']).starts_with('0')
}

/// Whether a word is of a script that puts no blanks between words.
fn is_unparted(word: &str) -> bool {
    word.starts_with(|c: char| c >= '\u{2e80}')
}
