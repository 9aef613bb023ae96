// How many characters are typed, as the memory counts them, beside how many there may be.
export function start(form) {
  const field = form.querySelector("[data-limit]");
  const shown = form.querySelector("[data-count]");
  const count = () => {
    const length = [...field.value.normalize("NFC")].length;
    shown.textContent = String(length);
    shown.parentElement.classList.toggle("over", length > Number(field.dataset.limit));
  };
  field.addEventListener("input", count);
  count();
}
