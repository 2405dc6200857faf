package browser_test
import ("testing";"plotline/testing/browser";"time")
func TestZZ(t *testing.T){ w:=begin(t,1); folder:=w.show("Cafe","a.mkv"); p:=w.open("/",browser.Desk); p.wait("test('empty')!==null"); time.Sleep(3*time.Second); t.Log(value[[]string](p,"performance.getEntriesByType('resource').map((e)=>e.name)")); t.Log(p.Requests()); id:=w.rename(folder, pair{"a.mkv","b.mkv"}); a:=time.Now(); p.wait("plan(%s)!==null",js(id)); t.Log(time.Since(a))
 t.Log(ask[any](w,"GET","/api/v1/episodes",nil))
}
