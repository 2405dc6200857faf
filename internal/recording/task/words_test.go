package task

import (
	"strings"
	"testing"
)

// prompts are prompts as people type them, with what they are: a for one without content of its own, c for one that corrects
// the task before, p for praise and nothing else, - for none of these.
const prompts = `
a  yes
a  y
a  ok
a  OK!
a  go ahead
a  Yes, please go ahead and do it
a  continue
a  keep going
a  2
a  option 2
a  1.
a  👍
a  commit
a  commit and push please
a  run the tests again
a  lgtm, merge it
a  sounds good, do that
a  fix the tests
a  ja
a  ja bitte
a  mach weiter
ap passt so
a  ok, dann los
a  committen und pushen
a  sí, adelante
a  continúa
a  vale, hazlo
a  oui
a  vas-y
a  d'accord, continue
a  sim
a  pode continuar
a  continue por favor
a  好的
a  继续
a  可以，提交吧
a  はい
a  続けてください
a  お願いします
ap thanks
ap Thank you!
ap perfect
ap Perfect, thank you very much
ap looks good to me
ap works
ap works now, thanks
ap nice job
ap danke
ap super, danke
ap sehr gut
ap perfekt, läuft
ap gracias
ap muy bien, gracias
ap merci beaucoup
ap très bien
ap obrigado
ap muito bem
ap 谢谢
ap 完美
ap ありがとうございます
ap 完璧です
-  Great, but the list is still empty here
-  perfect except for the header of it
-  Thanks, now add a page for the invoices
-  Danke, aber die Liste ist leer
-  Add a page for the orders of a customer
-  Rename loadPrices
-  fix cart/store.go
-  What does TestCart do?
-  Use PostgreSQL
-  look at #12
-  Why is the page slow?
-  No problem, now add a test for it
-  No tests exist for mul, please write some
-  No release notes yet, please write them
-  Actually, that is great, now add the invoices
-  No, that's fine, now add the invoices
-  No worries, we do that tomorrow then
-  No need to change the README for this
-  Don't forget to update the changelog afterwards
-  Stop the server before you run the tests
-  Undo/redo should work in the editor of texts
-  Kein Problem, dann mach jetzt die Rechnungen
-  No hay problema, ahora añade una prueba
-  Non merci, ajoute plutôt une page
-  Sem problema, agora adicione um teste
-  没问题，现在加一个新的测试文件
-  Users who type a wrong password get a blank page
-  The build takes ten minutes, make it faster
-  Now the same for the invoices of a customer
-  Show an error if the list is empty
-  给客户加一个显示所有订单的页面
-  顧客の注文を表示するページを追加してください
-  Baue eine Seite für die Bestellungen
-  Ajoute une page avec les achats
-  Adicione uma página com os pedidos
c  No, that is wrong, I wanted the list sorted
c  Actually, that is not what I meant, sort by date
c  No, that is not right, sort them by date
c  mul.py must not be a file of its own, put it into calc.py as I told you
c  no, use WATCH/MULTI, no locks of our own
c  Nope. Sort the orders by date instead
c  That's not what I asked for, sort them by date
c  that is wrong, the list must be sorted
c  Not like that, keep the old signature of it
c  You broke the login page of the shop
c  you forgot the tests of the cart
c  You should have used the helper in clip
c  It still doesn't work on empty carts
c  it still fails with the same error
c  still failing with the same error
c  This doesn't compile on Windows at all
c  That crashes when the cart is empty
c  I said no new dependencies in this project
c  I meant the other list, the one of invoices
c  Why did you delete the comment there?
c  Please don't change the public functions of it
c  Don't use a global variable for that
c  Same error as before in the cart page
c  the tests are still red on my machine
c  Wait, no: keep the old name of the file
c  hmm, that doesn't work with two users
c  Undo that, use a transaction in cart/store.go
c  Revert it, the page is slower than before
c  nein, das war anders gemeint, nur die offenen
c  Das stimmt nicht, die Liste ist leer
c  das funktioniert immer noch nicht bei leerem Korb
c  Falsch, nimm die andere Funktion dafür
c  so nicht, keine neuen Abhängigkeiten bitte
c  Du hast die Tests vom Warenkorb vergessen
c  immer noch derselbe Fehler wie vorher da
c  ich meinte die andere Liste mit Rechnungen
c  Mach das rückgängig, es ist langsamer geworden
c  no, eso no es lo que pedí ayer
c  está mal, la lista debe estar ordenada
c  sigue fallando con el mismo error de antes
c  no funciona con dos usuarios a la vez
c  te olvidaste de las pruebas del carrito
c  todavía no compila en mi máquina local
c  non, il faut trier les achats par date
c  ça ne marche toujours pas avec deux utilisateurs
c  ce n'est pas ce que je voulais, trie par date
c  tu as oublié les tests du panier
c  toujours la même erreur dans le panier vide
c  não, os pedidos devem ser ordenados por data
c  isso não funciona com dois usuários ao mesmo tempo
c  ainda não compila na minha máquina local
c  você esqueceu os testes do carrinho aqui
c  está errado, a lista deve ser ordenada
c  不对，订单应该按日期排序显示出来
c  还是失败，和之前一样的错误信息
c  不要用全局变量，改成参数传进去
c  你忘了写购物车的单元测试文件
c  違います、日付順に並べてください
c  まだ同じエラーが出ています、確認して
c  動きません、空のカートで落ちます
c  いや、ロックは使わないでください
ac no
ac wrong
ac nein, falsch
ac still fails
ac 不对
ac 違う
ac undo that
`

// TestPrompts checks what prompts say, in seven languages.
func TestPrompts(t *testing.T) {
	t.Parallel()
	count := 0
	for line := range strings.Lines(prompts) {
		marks, text, is := strings.Cut(strings.TrimSpace(line), " ")
		if !is {
			continue
		}
		text = strings.TrimSpace(text)
		count++
		for mark, got := range map[string]bool{"a": !says(text), "c": corrects(text), "p": praises(text)} {
			if want := strings.Contains(marks, mark); got != want {
				t.Errorf("%q: %s is %t, want %t", text, map[string]string{"a": "without content", "c": "corrects", "p": "praises"}[mark], got, want)
			}
		}
		if strings.Contains(marks, "c") && !hasTrouble(text) && says(text) {
			t.Errorf("%q corrects, and has no word of trouble", text)
		}
	}
	const least = 140
	if count < least {
		t.Errorf("only %d prompts", count)
	}
}

// TestReasons checks why something is taken back.
func TestReasons(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"Revert 1a2b3c4: loses items when Redis restarts": "loses items when Redis restarts",
		"Revert that, it loses items when Redis restarts": "it loses items when Redis restarts",
		"Please undo the lock because it is too slow.":    "it is too slow",
		"Mach das rückgängig, es ist langsamer geworden":  "es ist langsamer geworden",
		"Deshaz eso porque pierde cosas del carrito":      "pierde cosas del carrito",
		"undo that":                           "undo that",
		"The lock is too slow, throw it away": "The lock is too slow, throw it away",
		"撤销这个改动，因为会丢失商品":                      "因为会丢失商品",
	} {
		if got := reasonOf(prompt); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}
