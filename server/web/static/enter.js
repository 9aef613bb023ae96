// The key stands behind the # of the link: into the form with it, and out of the address and the history.
const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, "", location.pathname + location.search);
  const form = document.querySelector("#enter");
  form.elements.key.value = key;
  form.requestSubmit();
}
