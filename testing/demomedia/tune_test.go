package demomedia_test
import ("testing";"fmt")
func TestTune(t *testing.T){ n,ok,hn,hok:=0,0,0,0; for _,a:=range answers(t,nil){ if a.row.Held {hn++; if a.got==a.want {hok++}; continue}; n++; if a.got==a.want {ok++} else {fmt.Printf("%s/%s: got %s want %s\n",a.row.Folder,a.row.Path,a.got,a.want)}}; fmt.Println(ok,n,hok,hn)}
